import { DEPARTMENTS, JOB_TITLES } from './people.js';
import { lines, words } from './lists.js';
import type { Trade } from './trade.js';

/** A school or a place of training. */
export const SCHOOL: Trade = {
  models:
    /(^|_)(student|pupil|teacher|course|lesson|school|class_room|exam|enrolment|enrollment)s?$/,
  work: lines(`
    Read chapter 4 and answer the questions
    Write an essay about climate change
    Prepare a talk on the Roman Empire
    Solve the equations on page 82
    Build a model of a bridge
    Learn the irregular verbs
    Interview somebody about their work
    Draw a map of the school
    Report on the experiment with magnets
    Summarise the last three lessons
  `),
  visits: words(`
    Parents' evening, Oral exam, Field trip, Rehearsal, Sports day, Library visit, Career advice, Lab session, Open day
  `),
  faults: lines(`
    Cannot open the learning platform
    Projector in room 12 stays dark
    Two exams on the same day
    Bus is late every morning
    Book has not arrived
  `),
  findings: lines(`
    Good progress; reads with confidence.
    Needs more practice with fractions.
    Takes an active part in discussions.
    Homework was complete all month.
    Exam moved to {month}.
  `),
  goods: words(`
    Mathematics 1, Mathematics 2, Introduction to Physics, Organic Chemistry, World History, English Literature, French for Beginners,
    Spanish Conversation, Geography of Europe, Biology of Plants, Programming in Python, Statistics, Art and Design, Music Theory,
    Economics, Philosophy, Physical Education, Drawing, Creative Writing, Web Design
  `),
  variants: words('basics, advanced, evening course, weekend course, online, part 2, repetition'),
  kinds: words(`
    Mathematics, Science, Languages, History, Geography, Arts, Music, Sports, Technology, Economics, Social studies, Philosophy
  `),
  remarks: lines(`
    {person} hands in the missing work next week.
    Excursion to {company} in {month}.
    Parents asked for a talk.
    Group work; four students each.
    Room changed to 204.
    Materials are on the platform.
    Certificate follows in {month}.
  `),
  jobs: words(
    'Teacher, Head Teacher, Tutor, Librarian, School Secretary, Caretaker, Counsellor, Lecturer, Professor',
  ),
};

/** Goods that are bought, stored and sold. */
export const SHOP: Trade = {
  // What a workshop orders from itself is work.
  models: /(^|_)(product|(?<!work_)order(_line|_item)?|cart|shipment|warehouse|stock_item)s?$/,
  work: lines(`
    Pack the order for {company}
    Count the stock of shelf 4
    Reorder packaging
    Update the prices for {month}
    Photograph the new collection
    Check returned goods
    Prepare the sale in {month}
    Negotiate terms with {company}
    Label the new delivery
    Compare offers of three carriers
  `),
  visits: words(`
    Delivery, Pick-up, Stocktaking, Supplier visit, Sales talk, Trade fair, Contract talk, Quality check
  `),
  faults: lines(`
    Parcel arrived damaged
    Wrong size delivered
    Invoice shows the old price
    Delivery is two weeks late
    One item is missing
    Card payment was declined
    Colour differs from the picture
    Discount code does not work
  `),
  findings: lines(`
    Replacement sent by express.
    Credit note issued; goods may be kept.
    Carrier found the parcel; delivery tomorrow.
    Price corrected, difference refunded.
    Missing item follows with the next delivery.
  `),
  goods: words(`
    Oak dining table, Desk lamp, Wool blanket, Ceramic mug, Office chair, Bookshelf, Cotton towel, Linen shirt, Leather wallet,
    Running shoes, Rain jacket, Backpack, Water bottle, Cutting board, Chef's knife, Cast-iron pan, Coffee grinder, Teapot,
    Bread tin, Storage box, Wall clock, Floor rug, Picture frame, Garden chair, Watering can, Bicycle helmet, Yoga mat, Notebook,
    Fountain pen, Desk organiser, Bluetooth speaker, Headphones, Phone case, Power bank, Wireless mouse, Keyboard
  `),
  variants: words(
    'small, large, black, white, natural, blue, green, set of 2, set of 6, limited edition',
  ),
  kinds: words(`
    Furniture, Lighting, Kitchen, Bathroom, Bedroom, Office, Garden, Clothing, Shoes, Bags, Outdoor, Sports, Stationery,
    Electronics, Audio, Toys, Books, Decoration, Textiles, Storage, Tableware, Tools, Gifts, Seasonal
  `),
  remarks: lines(`
    Leave with the neighbour if nobody is at home.
    {company} asked for one invoice per month.
    Gift wrapping, please.
    Deliver before noon.
    {person} collects it at the warehouse.
    Customer asked for a quote for 50 pieces.
    Part of the delivery follows in {month}.
    Discount was agreed on the phone.
    Second delivery attempt.
    Returns are free until {month}.
  `),
  jobs: words(`
    Buyer, Sales Representative, Store Manager, Shop Assistant, Warehouse Manager, Warehouse Worker, Driver, Cashier, Key Account Manager,
    Logistics Planner
  `),
};

/** Software and its users. */
export const SOFTWARE: Trade = {
  models:
    /(^|_)(bug|issue|release|deployment|repository|commit|sprint|feature|incident|pull_request|server|ticket)s?$/,
  work: lines(`
    Add search to the customer list
    Speed up the monthly report
    Move backups to another region
    Write tests for the import
    Rotate the certificates
    Show totals on the dashboard
    Allow sign-in with a security key
    Replace the old mail library
    Translate the settings page
    Clean up unused tables
    Send a warning before a subscription ends
    Document the webhook format
    Make the table usable on phones
    Delete accounts after two years without sign-in
  `),
  visits: words(`
    Sprint planning, Retrospective, Demo, Code review, Onboarding, Architecture talk, Customer interview, Release meeting
  `),
  faults: lines(`
    Cannot sign in after the update
    Export stops at 10,000 rows
    Dates are shown in the wrong time zone
    Page stays empty on Safari
    Mail arrives twice
    Search does not find umlauts
    Upload of large files fails
    Numbers are rounded in the report
    Filter is lost after saving
    Dark theme hides the buttons
    Memory of the worker keeps growing
    Link in the invitation has expired
  `),
  findings: lines(`
    Fixed by a longer timeout; released.
    Cause was a stale cache; cleared on deploy.
    Works as intended; documented.
    Could not be reproduced; logs requested.
    Missing index; added by a migration.
    Regression of the last release; reverted.
  `),
  goods: words(`
    Web client, Mobile app, Reporting service, Mail gateway, Identity service, Billing service, Search index, Import worker,
    Data warehouse, Public API, Status page, Command line, Design system, Admin console, Event bus, Audit log
  `),
  variants: words('2, beta, legacy, enterprise, community, for partners'),
  kinds: words(`
    Bug, Performance, Security, Usability, Documentation, Accessibility, Design, Infrastructure, Data, Integration, Billing,
    Sign-in, Search, Mobile, Reports, Translations
  `),
  remarks: lines(`
    Reported by {person} as well.
    {company} waits for this.
    Happens only on the second attempt.
    Screenshot is attached.
    Planned for the release in {month}.
    See the log of this morning.
    There is a workaround: reload the page.
    {person} is looking into it.
  `),
  jobs: words(`
    Software Engineer, Product Manager, Designer, Support Engineer, Site Reliability Engineer, Data Analyst, Engineering Manager,
    Test Engineer, Security Engineer
  `),
};

/** Texts for many readers. */
export const PUBLISHING: Trade = {
  models: /(^|_)(article|post|blog|author|magazine|newsletter|story|chapter|news|page)s?$/,
  work: lines(`
    Proofread the cover story
    Find photos for the interview
    Plan the issue of {month}
    Ask {person} for a column
    Check the sources of the report
    Write the newsletter
  `),
  visits: words(
    'Interview, Editorial meeting, Photo shoot, Reading, Press conference, Podcast recording',
  ),
  faults: lines(`
    Picture credit is missing
    Link leads nowhere
    Name is misspelt
    Table is cut off on phones
  `),
  findings: lines(`
    Corrected in the online edition.
    Link replaced by the archived page.
    A note was added below the text.
  `),
  goods: words(`
    Cover story, Interview, Report, Column, Review, Portrait, Photo essay, Letters, Guide, Podcast, Newsletter, Special issue
  `),
  variants: words('spring, summer, autumn, winter, online, extended'),
  kinds: words(`
    Travel, Food, Science, Technology, Culture, Politics, Economy, Health, Sports, Nature, Music, Film, Books, Design, History,
    Education
  `),
  remarks: lines(`
    Thank you, this was exactly what I was looking for.
    I would love to read more about this.
    Does this also work in winter?
    We tried it last weekend and it went well.
    There is a small mistake in the third paragraph.
    Great photos!
    I am not sure that I agree with the conclusion.
    Shared it with {person} at once.
    Reminds me of an article from {month}.
  `),
  jobs: words('Editor, Author, Photographer, Proofreader, Publisher, Illustrator, Reporter'),
};

/** Any trade. */
export const OFFICE: Trade = {
  models: /^/,
  work: lines(`
    Prepare the offer for {company}
    Review the contract with {company}
    Book rooms for the workshop in {month}
    Update the price list
    Compare three insurance offers
    Plan the summer party
    Order new notebooks
    Write the agenda for the board meeting
    Collect feedback on the new website
    Set up the workplace for {person}
    Archive the files of last year
    Translate the brochure
    Check the travel expenses of {month}
    Invite customers to the open day
    Renew the domain names
    Describe the onboarding in five steps
    Agree on goals with {person}
    Send the figures for {month} to the accountant
    Test the new phones
    Find a date for the training
    Answer the questions of the auditors
    Draft the newsletter for {month}
  `),
  visits: words(`
    Kick-off, Status meeting, Interview, Contract talk, Training, Site visit, Presentation, Lunch with a customer, Workshop,
    Handover, Annual review
  `),
  faults: lines(`
    Printer on the second floor does not work
    Invoice is missing a purchase order number
    Nobody answers the phone after four
    Access card was refused
    Meeting room is double-booked
    Package went to the wrong address
  `),
  findings: lines(`
    Settled on the phone.
    Replaced under warranty.
    New card issued by the reception.
    Forwarded to {company}.
    Corrected and sent again.
  `),
  goods: words(`
    Notebook, Monitor, Docking station, Desk, Office chair, Headset, Projector, Whiteboard, Printer, Desk phone, Camera, Keyboard,
    Filing cabinet, Conference table, Coffee machine, Shredder, Lamp, Tablet, Router, Bookcase
  `),
  variants: words('standard, large, small, black, white, used, second floor, spare'),
  kinds: words(`
    Finance, Marketing, Sales, Events, Travel, Equipment, Legal, Personnel, Training, Communication, Facilities, Research, Quality,
    Purchasing, Logistics, Planning
  `),
  remarks: lines(`
    Agreed with {person} on the next steps.
    Waiting for an answer from {company}.
    Needs a second look before the end of {month}.
    The {department} team asked for this.
    See the notes of the last meeting.
    The costs are covered by the current budget.
    Started later than planned, because a delivery was missing.
    Please check the figures again.
    {person} takes it over next week.
    Nothing unusual so far.
    Most of it is done; the rest follows in {month}.
    Replaces the version that {company} sent.
    To be repeated every year in {month}.
    The first try did not work out, the second one did.
  `),
  jobs: [...JOB_TITLES, ...DEPARTMENTS.map((department) => `Head of ${department}`)],
};
