import { numbersWithin, settle, type Range, type Shape } from '../number-values.js';
import type { Make } from '../scene.js';
import { endingWith, entries, type Maker } from '../table.js';

const between =
  (min: number, max: number, step = 1, shape: Shape = 'even'): Maker<number> =>
  ({ column }) =>
    numbersWithin(column, { min, max, step, shape });

/** One of a few, the first ones more often; of the field's bounds where it can hold none of them. */
const among =
  (...numbers: readonly number[]): Maker<number> =>
  ({ column }) => {
    const fitting = numbers.filter((number) => settle(number, column) === number);
    if (fitting.length === 0)
      return numbersWithin(column, { min: 0, max: Math.max(...numbers), step: 1 });
    return ({ dice }) => dice.early(fitting);
  };

const PRICES: Range = { min: 4, max: 320, step: 1, shape: 'low' };
const AMOUNTS: Range = { min: 20, max: 2400, step: 0.01, shape: 'low' };
const CENTS = [0, 0.5, 0.9, 0.95, 0.99];

/** Prices such as 24.90 and 249: small ones more often, and none of 123.47. In a line it is the price of what the line is about. */
const price: Maker<number> = ({ column }) => {
  const plain = numbersWithin(column, PRICES);
  return (scene) => {
    const known = scene.related('price');
    if (known !== null) return settle(known, column);
    const whole = plain(scene);
    return whole < 200 ? settle(whole + scene.dice.pick(CENTS), column) : whole;
  };
};

/** A share of what another field says; of nothing in particular without that field. */
const partOf =
  (words: string, least: number, most: number, without: Maker<number>): Maker<number> =>
  (field) => {
    const { column, subject } = field;
    const whole = subject.number(words, column);
    const other = without(field);
    return (scene) => {
      const known = whole(scene);
      if (known === null) return other(scene);
      return settle(known * (least + scene.dice.next() * (most - least)), column);
    };
  };

const PAYMENTS = endingWith('payment|refund|receipt|transaction|payout');
/** Words at the end of the names of fields: a net amount, a tax, how many. */
export const NET = 'net|subtotal|sub_total|net_(?:amount|total|price)|amount_net';
export const TAX = '(?:vat|tax|sales_tax)(?:_amount|_total)?';
export const QUANTITY = 'quantity|qty|pieces|units|hours';
const UNIT_PRICE = 'unit_price|price|price_per_unit|hourly_rate|rate|daily_rate';

/** Of net and tax, or of quantity and price, where a model has them; a payment is for all that it pays. */
const total: Maker<number> = (field) => {
  const { column, subject } = field;
  const [net, tax] = [subject.number(NET, column), subject.number(TAX, column)];
  const [quantity, each] = [subject.number(QUANTITY, column), subject.number(UNIT_PRICE, column)];
  const plain = numbersWithin(column, AMOUNTS);
  const isPayment = PAYMENTS.test(subject.name);
  return (scene) => {
    const whole = isPayment ? scene.related('total') : null;
    if (whole !== null) return settle(whole, column);
    const without = net(scene);
    if (without !== null) return settle(without + (tax(scene) ?? 0), column);
    const [count, one] = [quantity(scene), each(scene)];
    return count !== null && one !== null ? settle(count * one, column) : plain(scene);
  };
};

/** A rate in percent, or as a share of 1 if the field holds no more. */
const rate =
  (...percents: readonly number[]): Maker<number> =>
  (field) => {
    const { column } = field;
    const isShare =
      (column.max ?? Infinity) <= 1 ||
      (/rate$/.test(field.name) && column.max === null && column.type === 'float');
    return among(...(isShare ? percents.map((percent) => percent / 100) : percents))(field);
  };

/** What something costs a day or an hour, unless the field holds no more than a share. */
const plainRate: Maker<number> = (field) =>
  ((field.column.max ?? Infinity) <= 1 ? rate(20, 10, 5) : between(20, 150, 0.5))(field);

/** An amount beside a net one or a total; a rate beside neither. */
const tax: Maker<number> = (field) => {
  const { column, subject } = field;
  const percent = rate(20, 10, 5);
  if (subject.column(NET, column)) return partOf(NET, 0.2, 0.2, percent)(field);
  const gross = 'total|gross|gross_amount|amount|price';
  return subject.column(gross, column)
    ? partOf(gross, 1 / 6, 1 / 6, percent)(field)
    : percent(field);
};

/** Not more than somebody can have lived: what the birthday says where there is one. */
const age: Maker<number> = ({ column, subject }) => {
  const born = subject.column('born|birthday|birth_?date|date_of_birth|born_(?:on|at)|dob');
  const plain = numbersWithin(column, { min: 18, max: 84, step: 1 });
  return (scene) => {
    const day = born && scene.get(born.name);
    if (!day) return plain(scene);
    const years = (scene.now - new Date(day as string | Date).getTime()) / (365.2425 * 86_400_000);
    return settle(Math.floor(years), column);
  };
};

const latitude: Maker<number> = ({ column, subject, role }) => {
  const place = subject.place(role);
  return (scene) => settle(place(scene).town.latitude + near(scene), column, 4);
};

const longitude: Maker<number> = ({ column, subject, role }) => {
  const place = subject.place(role);
  return (scene) => settle(place(scene).town.longitude + near(scene), column, 4);
};

/** A distance of some kilometres from the middle of a town, in degrees. */
const near: Make<number> = ({ dice }) => (dice.next() - 0.5) / 10;

/** More than the least one of the same name. */
const most: Maker<number> = (field) => {
  const { column, subject, name } = field;
  const least = subject.named(name.replace('max', 'min'));
  const plain = between(10, 500, 1, 'low')(field);
  return (scene) => {
    const from = least && scene.get(least.name);
    return typeof from === 'number'
      ? settle(from * (1 + scene.dice.next()) + 1, column)
      : plain(scene);
  };
};

/** Pieces where the field holds no cents. */
const amount: Maker<number> = (field) =>
  (field.column.type === 'integer' ? between(1, 60, 1, 'low') : total)(field);

/** One of the last twenty years, most often of the last ones. */
const year: Maker<number> =
  ({ column }) =>
  (scene) =>
    settle(new Date(scene.now).getUTCFullYear() - Math.floor(scene.dice.low() * 20), column);

/** The more, the older the vehicle is. */
const mileage: Maker<number> = (field) => {
  const { column, subject } = field;
  const built = subject.number('year|model_year', column);
  const plain = between(2500, 220_000, 10, 'low')(field);
  return (scene) => {
    const from = built(scene);
    if (from === null) return plain(scene);
    const years = Math.max(0.3, new Date(scene.now).getUTCFullYear() - from);
    return settle(Math.round(years * scene.dice.between(600, 1800)) * 10, column);
  };
};

/** Any number; small ones more often, as they are. */
export const anyNumber: Maker<number> = between(0, 100, 1, 'low');

/** The makers by the words that end the name of a field; money, shares and counts, each with the values that are usual for it. */
export const NUMBERS = entries<number>({
  'latitude|lat': latitude,
  'longitude|lng|lon|long': longitude,
  'max(?:imum)?_[a-z_]+': most,
  'min(?:imum)?_[a-z_]+': between(1, 20, 1, 'low'),
  '(?:vat|tax|sales_tax)_(?:rate|percent|percentage)': rate(20, 10, 5),
  [TAX]: tax,
  '(?:interest|exchange|conversion|commission|success|failure|error|growth|discount|response|utili[sz]ation)_rate':
    rate(5, 2, 8, 12, 20),
  'discount_amount|rebate_amount': among(0, 0, 5, 10, 20),
  'discount|discount_percent(?:age)?|rebate|reduction': rate(0, 0, 0, 5, 10, 15, 20),
  'percent|percentage|pct|progress|completion|share_percent|score_percent': between(0, 100, 5),
  'probability|confidence|ratio|share|margin|utili[sz]ation|weighting': rate(
    50,
    60,
    75,
    25,
    80,
    90,
    10,
  ),
  'hourly_rate|hour_rate|rate_per_hour': between(24, 140, 1),
  'daily_rate|day_rate|night_rate': between(60, 480, 5),
  rate: plainRate,
  'salary|wage|income|annual_income': between(28_000, 120_000, 500, 'low'),
  'revenue|turnover|budget|credit_limit|funding|valuation|limit_amount': between(
    1000,
    250_000,
    500,
    'low',
  ),
  'net|subtotal|sub_total|net_(?:amount|total|price)|amount_net': between(20, 2400, 0.01, 'low'),
  'cost|costs|cost_price|purchase_price|buying_price|wholesale_price|unit_cost|cost_per_unit':
    partOf('price|unit_price|sales_price|retail_price|selling_price', 0.4, 0.75, price),
  'price|unit_price|fee|charge|rent|deposit|tip|fare|premium': price,
  amount,
  'total|gross|gross_(?:amount|total)|sum|value|estimate|expense|payout|worth|turnover|paid': total,
  'balance|opening_balance|account_balance': between(-500, 5000, 0.01),
  'iban|sort_code|account_number': between(10_000_000, 99_999_999),
  'year_built|year_of_construction|construction_year|built_year|founded|founded_in|established':
    between(1950, 2022),
  'year|model_year|vintage|(?:release|publication|graduation|fiscal)_year': year,
  'page|pages|page_count|number_of_pages': between(80, 640, 4),
  'position|pos|ordinal|sort|sort_(?:order|key|index)|order|order_index|sequence|seq|rank|line_(?:no|number)|index|place':
    between(1, 10),
  'rating|stars|grade': between(1, 5, 1, 'high'),
  'score|points|mark': between(40, 100, 1, 'high'),
  'severity|priority|importance|level|difficulty|urgency|risk|impact': between(1, 5, 1, 'low'),
  'age|age_in_years': age,
  'mileage|odometer|km|kilometers|kilometres|miles': mileage,
  'speed|max_speed': between(30, 220, 5),
  distance: between(1, 400, 0.5, 'low'),
  'temperature|temp': between(15, 28, 0.5),
  humidity: between(35, 75),
  'pulse|heart_rate|bpm': between(55, 110),
  systolic: between(105, 160),
  diastolic: between(65, 95),
  'weight|weight_kg|net_weight|gross_weight|mass': between(0.1, 40, 0.1, 'low'),
  'height|height_cm|body_height': between(20, 200),
  'draught|freeboard': between(0.4, 3.5, 0.1, 'low'),
  'loa|length_overall|overall_length': between(5, 25, 0.1, 'low'),
  'width|length|depth|thickness|diameter|radius': between(5, 240, 1, 'low'),
  'area|area_sqm|living_area|square_met(?:er|re)|floor_area|surface': between(25, 240),
  'volume|capacity_liters|liters|litres': between(1, 200, 1, 'low'),
  'floor|storey|story': between(0, 6),
  'rooms|room_count|bedroom|bathroom|number_of_rooms': between(1, 5),
  'door|seats|seat_count|door_count': between(2, 7),
  'capacity|max_participants|max_guests|places': between(8, 60, 2),
  'guest|people|participant|attendee|person|persons|party_size|adult|headcount|number_of_(?:guests|people|persons)':
    between(1, 8, 1, 'low'),
  'children|kids|sibling': between(0, 3, 1, 'low'),
  'employee|employee_count|staff_count|number_of_employees|population|inhabitant': between(
    5,
    900,
    1,
    'low',
  ),
  'reorder_(?:level|point|quantity)|stock_min|minimum|safety_stock|threshold': between(2, 20),
  'stock|in_stock|on_hand|stock_level|stock_quantity|quantity_on_hand|inventory|available|available_quantity|balance_quantity':
    between(0, 120, 1, 'low'),
  'quantity|qty|pieces|units|copies|amount_ordered|dose|servings|portions|nights|boxes|pallets|number_of_items':
    between(1, 10, 1, 'low'),
  'hour|hours_worked|planned_hours|work_hour|effort': between(0.5, 12, 0.5, 'low'),
  'minute|duration|duration_minutes|time_spent|length_minutes|prep_time|cook_time|preparation_time':
    between(10, 180, 5, 'low'),
  'second|latency|response_time|duration_ms|milliseconds|elapsed': between(10, 900, 1, 'low'),
  'week|weeks': between(1, 12),
  'month|months|term_months|contract_months': among(12, 24, 6, 36, 3, 1),
  'payment_(?:days|terms)|net_days|terms|due_days|credit_days': among(30, 14, 0, 60, 7),
  'day|days|lead_time|delivery_days|lead_time_days|vacation_days': between(1, 30),
  'age_from|age_min': between(6, 16),
  'file_?size|size_bytes|bytes|content_length|size_in_bytes': between(2000, 9_000_000, 1, 'low'),
  port: among(443, 80, 8080, 22, 5432),
  'attempt|retry|retries|retry_count|failure|error_count': between(0, 3, 1, 'low'),
  'views|view_count|visits|clicks|impressions|downloads|hits|reads|followers|subscribers': between(
    0,
    9000,
    1,
    'low',
  ),
  'likes|votes|upvotes|shares|comments|replies|reactions|like_count|comment_count|vote_count':
    between(0, 120, 1, 'low'),
  'version|revision|edition': between(1, 4, 1, 'low'),
  'goals|goal|assists|wins|losses': between(0, 5, 1, 'low'),
  size: between(36, 46),
  'count|number_of_[a-z_]+|num_[a-z_]+|n_[a-z_]+|total_[a-z_]+': between(0, 60, 1, 'low'),
  'number|no|nr|code|serial|external_id|reference':
    ({ column }) =>
    (scene) =>
      settle(1000 + scene.number, column),
  'calories|kcal': between(80, 900, 10),
  'power|horsepower|hp|kw|watts': between(40, 300, 5, 'low'),
  'alcohol|abv': between(4, 14, 0.5),
});
