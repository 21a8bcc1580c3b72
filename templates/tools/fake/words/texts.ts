import { lines, words } from './lists.js';

/** Titles of what is written for many readers. */
export const HEADLINES = lines(`
  What we learned from a year of remote work
  A beginner's guide to growing tomatoes
  Why small teams ship faster
  Ten books that changed how I think about time
  The case for walking meetings
  How to read a balance sheet in fifteen minutes
  Notes from a week without a phone
  The quiet return of the night train
  Five mistakes to avoid when you renovate
  Inside the workshop of a violin maker
  Is it worth repairing an old bicycle?
  How cities can stay cool in summer
  A short history of the paper clip
  What makes a good question
  Cooking for one without boredom
  The best tools are the ones you keep
  How we cut our energy bill in half
  Learning a language after forty
  Why bridges sing in the wind
  The art of saying no politely
  A weekend in the mountains, with children
  How to write release notes that people read
  Three ways to make better coffee
  What bees can teach us about planning
  Moving house in thirty days
  The unexpected comeback of the library
  How to start running and keep going
  A letter to my first manager
  Repair, reuse, rethink
  Understanding the weather map
`);

/** Paragraphs of articles. */
export const PARAGRAPHS = lines(`
  It started with a simple question that nobody could answer. We asked three experts and got four opinions.
  Most guides begin with a list of tools. This one begins with the reason why you might not need any of them.
  The first week was the hardest. After that, the new routine felt as if it had always been there.
  Numbers tell only half of the story, but they are a good place to start. Costs fell by a fifth within a year.
  If you take one thing away from this text, let it be this: begin small, and write down what happens.
  There is a simple test. Explain it to somebody who has never heard of it, and watch where they frown.
  We visited the place on a rainy morning. The coffee was strong, the answers were honest, and the view was worth the climb.
  None of this is new. People have done it for centuries, with less equipment and more patience.
  What surprised us most was how little it takes. Half an hour a day was enough.
  Not everything worked. The second attempt failed for the same reason as the first, which is how we found the cause.
  In the end the choice depends on what you want to keep. Everything else can be replaced.
  A year later we came back to see what was left. More than we had expected.
`);

/** Sentences about something that is sold or used. */
export const ABOUT_GOODS = lines(`
  Sturdy, light and easy to clean.
  Made to last, with a guarantee of five years.
  Fits all common models.
  Delivered with instructions and all the parts that you need.
  A popular choice for everyday use.
  Comes in recycled packaging.
  Tested by an independent laboratory.
  Can be combined with the other items of the series.
  Needs no maintenance for the first two years.
  Available at short notice; larger quantities on request.
  Replaces the previous model.
  Keeps its shape and colour.
`);

/** Sentences about a person. */
export const ABOUT_PEOPLE = lines(`
  Has been with us for many years and knows every corner of the building.
  Lives near the lake with two children and a dog.
  Studied history, then found out that numbers tell stories, too.
  Plays the cello and repairs old radios.
  Worked abroad for six years before coming back.
  Likes long walks, short meetings and good coffee.
  Speaks three languages and is learning a fourth.
  Started as an apprentice and never left.
  Organises the summer party every year.
  Is training for a first marathon.
`);

/** Sentences about a company. */
export const ABOUT_COMPANIES = lines(`
  Family business in the third generation.
  Delivers within two days, on Saturdays as well.
  Key account since the first year.
  Specialises in small series and special orders.
  Invoices are paid on time.
  Opened a second branch in {month}.
  Prefers to be called in the morning.
  {person} is the contact for all orders.
`);

/** What people say about what they bought or visited. */
export const REVIEWS = lines(`
  Exactly as described, would order again.
  Good quality for the price.
  Arrived two days late, but well packed.
  Friendly staff and quick help.
  Smaller than I expected.
  Works perfectly since day one.
  Instructions could be clearer.
  Very happy with it, my family uses it every day.
  The colour is a little darker than in the picture.
  Did what it should, no more, no less.
  Had to call twice, then everything went fast.
  A great gift.
`);

export const PROJECTS = words(`
  Website relaunch, Office move, Customer portal, Annual report, New price list, Warehouse extension, Trade fair, Energy audit,
  Mobile app, Onboarding programme, Data migration, Summer campaign, Brand refresh, Supplier review, Training centre,
  Intranet, Quality handbook, Open day, Payroll system, Fleet renewal, Customer survey, Product launch, Archive clean-up,
  Security review
`);

export const PROJECT_VARIANTS = words('phase 2, pilot, north, south, follow-up, for partners');

export const EVENTS = words(`
  Spring conference, Summer party, Open day, Town hall, Charity run, Jazz night, Wine tasting, Book launch, Science fair,
  Street market, Film evening, Job fair, Garden tour, Photography workshop, Chess tournament, Cooking class, Hackathon,
  Winter concert
`);

export const TAGS = words(`
  urgent, new, important, follow-up, vip, regular, archived, review, internal, external, seasonal, sale, local, online,
  partner, question, idea, blocked, quick win, recurring, favourite, trial, wholesale, sample
`);

export const PLANS = words(
  'Free, Basic, Standard, Plus, Team, Business, Premium, Enterprise, Starter, Family',
);

export const TEAMS = words(
  'North, South, East, West, Blue, Red, Green, Alpha, Beta, Night shift, Day shift, Field service',
);

export const BRANDS = words(`
  Alvento, Brightline, Caldera, Dorado, Elmwood, Fjell, Granita, Hartwell, Ilmari, Juno, Kestrel, Lumina, Mirabel, Nordkap,
  Orbis, Pinewood, Quartz, Ravenna, Solano, Tamarind, Urbane, Verdana, Wexford, Zephyr
`);

export const COLORS = words(
  'black, white, grey, blue, green, red, brown, yellow, orange, beige, purple, turquoise, pink',
);

export const UNITS = words('pc, kg, m, l, box, set, pair, pack, hour');
export const SIZES = words('M, L, S, XL, XS, XXL');
export const MATERIALS = words(
  'wood, steel, cotton, glass, leather, aluminium, plastic, wool, ceramic, linen, bamboo',
);
export const LANGUAGES = words(
  'English, German, French, Spanish, Italian, Dutch, Polish, Turkish, Portuguese, Arabic',
);
export const LANGUAGE_CODES = words('en, de, fr, es, it, nl, pl, tr, pt, ar');
export const CURRENCIES = words('EUR, USD, GBP, CHF, CAD, AUD, SEK, PLN');
export const CARRIERS = words(
  'Blue Parcel, City Courier, Northern Freight, Swift Post, Green Wheels, Overnight Express',
);
export const BANKS = words(
  'First Savings Bank, Harbour Bank, Union Credit, Meridian Bank, City Savings, Cooperative Bank',
);
export const PAYMENT_METHODS = words('card, bank transfer, cash, direct debit, gift card');
export const CHANNELS = words('website, phone, e-mail, referral, walk-in, trade fair, newsletter');
export const REASONS = words(
  'Price, Moved away, No longer needed, Delivery took too long, Found a better offer, Duplicate, Mistake',
);
export const MONTHS = words(
  'January, February, March, April, May, June, July, August, September, October, November, December',
);
export const WEEKDAYS = words('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday');
export const RELATIONS = words('partner, mother, father, sister, brother, friend, neighbour');
export const BLOOD_TYPES = words('O+, A+, B+, A-, O-, AB+, B-, AB-');
export const MEDICATIONS = words(
  'Ibuprofen 400 mg, Paracetamol 500 mg, Amoxicillin 500 mg, Metformin 850 mg, Ramipril 5 mg, Salbutamol inhaler',
);
export const FILE_NAMES = words(
  'report, invoice, contract, photo, minutes, price-list, drawing, certificate, letter, scan',
);
export const FILE_TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['csv', 'text/csv'],
];
