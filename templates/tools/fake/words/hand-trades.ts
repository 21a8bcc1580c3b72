import { lines, words } from './lists.js';
import type { Trade } from './trade.js';

/** A workshop for vehicles. */
export const GARAGE: Trade = {
  models: /(^|_)(vehicle|car|mechanic|garage|workshop|truck)s?$/,
  work: lines(`
    Replace front brake pads and discs
    Oil and filter change
    Annual inspection
    Renew timing belt and water pump
    Fit winter tyres
    Repair air conditioning
    Replace clutch
    Wheel alignment
    Replace windscreen
    Repair exhaust
    Change gearbox oil
    Replace starter battery
    Replace rear shock absorbers
    Repair electric window on the driver's side
    Straighten and paint rear bumper
    Renew spark plugs and ignition coils
    Replace alternator
    Update engine control software
    Stop oil leak at valve cover
    Reset and check tyre pressure sensors
    Replace front left wheel bearing
    Clean and test injectors
  `),
  visits: words(`
    Annual inspection, Tyre change, Oil change, Brake check, Collect vehicle, Drop off for repair, Estimate for bodywork,
    Air conditioning service, Warranty check, Test drive after repair, Battery test, Pre-purchase inspection
  `),
  faults: lines(`
    Squeaks when braking at low speed
    Engine warning light is on
    Pulls to the left on the motorway
    Does not start in the morning
    Air conditioning blows warm air
    Knocking noise from the rear on bad roads
    Loses coolant
    Clutch slips under load
    Driver's window does not close
    Tyre pressure warning comes back
    Vibrates above 110 km/h
    Smells of fuel after filling up
  `),
  findings: lines(`
    Front pads worn down to 2 mm; pads and discs replaced.
    Fault code P0301; ignition coil of cylinder 1 renewed.
    Battery at 38 % of its capacity; replaced and registered.
    Leak at the water pump; pump and thermostat renewed.
    Compressor clutch does not engage; relay replaced, system refilled.
    Stabiliser link worn out on the right; both replaced.
    Wheels out of alignment after a kerb; adjusted.
    Valve cover gasket brittle; renewed, engine cleaned.
    No fault found after a test drive of 20 km; customer informed.
    Rear left bearing noisy; replaced, test drive in order.
  `),
  goods: words(`
    Oil filter, Air filter, Cabin filter, Fuel filter, Brake pads, Brake disc, Brake fluid, Spark plug, Ignition coil,
    Timing belt, Water pump, Thermostat, Alternator, Starter battery, Starter motor, Shock absorber, Coil spring,
    Wheel bearing, Track rod end, Stabiliser link, Clutch kit, Exhaust silencer, Lambda sensor, Wiper blade, Headlight bulb,
    Radiator, Coolant, Engine oil, Gearbox oil, Drive belt, Door mirror, Number plate holder, Winter tyre, Summer tyre
  `),
  variants: words(`
    standard, long life, reinforced, for petrol engines, for diesel engines, for vans, original, reconditioned, set of 2,
    set of 4
  `),
  kinds: words(`
    Brakes, Filters, Engine, Ignition, Cooling, Exhaust, Suspension, Steering, Transmission, Clutch, Electrics, Lighting,
    Bodywork, Glass, Tyres, Wheels, Fluids, Air conditioning, Interior, Accessories, Fuel system, Sensors, Belts, Fasteners
  `),
  remarks: lines(`
    Customer waits on site.
    Courtesy car requested until {month}.
    Part ordered from {company}; should arrive within two days.
    {person} approved the extra work by phone.
    Spare key is in the glove box.
    Please wash the car before it is collected.
    Customer asked to keep the old parts.
    Next inspection is due in {month}.
    Small scratch on the rear door was there before.
    Invoice goes to {company}.
  `),
  jobs: words(`
    Mechanic, Master Mechanic, Vehicle Electrician, Bodywork Specialist, Painter, Service Advisor, Workshop Manager,
    Parts Manager, Apprentice, Receptionist
  `),
};

/** A practice or a hospital, for people or animals. */
export const CLINIC: Trade = {
  models: /(^|_)(patient|doctor|physician|nurse|clinic|ward|veterinarian|vet|pet|dentist)s?$/,
  work: lines(`
    Take blood samples
    Renew prescription
    Prepare discharge letter
    Check wound and change dressing
    Order X-ray of the left wrist
    Review laboratory results
    Refer to cardiology
    Plan vaccination
    Arrange home care
    Call back about test results
  `),
  visits: words(`
    Follow-up, Annual check-up, Vaccination, Blood test, First consultation, Wound check, Blood pressure check, X-ray,
    Prescription renewal, Discussion of results, Physiotherapy, Pre-operative talk
  `),
  faults: lines(`
    Headache for three days
    Persistent cough
    Pain in the right knee when climbing stairs
    Rash on both arms
    Short of breath at night
    Dizzy after getting up
    Lower back pain
    Fever since yesterday
    Stomach pain after meals
    Trouble sleeping
  `),
  findings: lines(`
    Mild hypertension; diet advised, check again in {month}.
    Seasonal allergy; antihistamine prescribed.
    Sprained ankle; rest and cooling for a week.
    Viral infection of the upper airways; no antibiotics.
    Iron deficiency; supplement for three months.
    Blood sugar slightly raised; test to be repeated.
    No abnormal findings.
    Tension headache; physiotherapy recommended.
    Wound heals well; stitches removed.
  `),
  goods: words(`
    Blood pressure monitor, Stethoscope, Infusion pump, ECG recorder, Ultrasound scanner, Examination lamp, Wheelchair,
    Pulse oximeter, Defibrillator, Syringe pump, Patient monitor, Thermometer, Dressing set, Examination gloves, Centrifuge,
    Hospital bed, X-ray viewer, Sterilizer, Suction unit, Otoscope
  `),
  variants: words('standard, small, large, portable, for children, wall-mounted, mobile, spare'),
  kinds: words(`
    Cardiology, Surgery, Paediatrics, Neurology, Orthopaedics, Radiology, Oncology, Dermatology, Emergency, Intensive care,
    Maternity, Urology, Ophthalmology, Psychiatry, Physiotherapy, Internal medicine, Laboratory, Dialysis, Geriatrics, Pharmacy
  `),
  remarks: lines(`
    Prefers appointments in the morning.
    Allergic to penicillin.
    {person} is the contact in an emergency.
    Results were discussed on the phone.
    Letter from {company} is in the file.
    Next check-up in {month}.
    Needs an interpreter.
    Insurance covers the treatment.
    Medication was tolerated well.
    Please call before sending the results.
  `),
  jobs: words(`
    Physician, Nurse, Head Nurse, Surgeon, Anaesthetist, Physiotherapist, Medical Assistant, Radiographer, Pharmacist,
    Receptionist, Ward Manager
  `),
};

/** A restaurant. */
export const KITCHEN: Trade = {
  models: /(^|_)(restaurant|menu|menu_item|dish|recipe|ingredient|kitchen)s?$/,
  work: lines(`
    Plan the menu for {month}
    Order fish for the weekend
    Count the wine cellar
    Prepare the buffet for {company}
    Train the new waiters
    Clean the extractor hood
    Update the allergen list
    Test the autumn desserts
  `),
  visits: words(`
    Dinner for two, Business lunch, Birthday party, Family dinner, Wine tasting, Anniversary, Team dinner, Brunch
  `),
  faults: lines(`
    Waited too long for the main course
    Soup was cold
    Wrong table reserved
    Bill had a dish that nobody ordered
    Nut allergy was not noted
  `),
  findings: lines(`
    Apologised and offered dessert on the house.
    Order was mixed up with another table; corrected at once.
    Allergen list updated, staff informed.
    Bill corrected and refunded.
  `),
  goods: words(`
    Tomato soup, Caesar salad, Grilled salmon, Mushroom risotto, Roast chicken, Beef stew, Vegetable curry, Spaghetti carbonara,
    Margherita pizza, Fish and chips, Apple tart, Chocolate mousse, Lemon sorbet, Cheese plate, Lentil soup, Goat cheese salad,
    Steak frites, Pumpkin ravioli, Crème brûlée, Espresso, Sparkling water, House red, Elderflower lemonade
  `),
  variants: words(
    'small, large, vegan, gluten-free, extra spicy, with side salad, to take away, to share',
  ),
  kinds: words(`
    Starters, Soups, Salads, Main courses, Fish, Meat, Vegetarian, Pasta, Pizza, Side dishes, Desserts, Cheese, Hot drinks,
    Soft drinks, Wine, Beer, Breakfast, Children's menu
  `),
  remarks: lines(`
    Table by the window, please.
    One guest is allergic to nuts.
    High chair needed.
    {person} ordered a cake for the occasion.
    {company} pays by invoice.
    Regular guest; likes the corner table.
    May be half an hour late.
  `),
  jobs: words(
    'Chef, Sous Chef, Cook, Waiter, Head Waiter, Sommelier, Bartender, Kitchen Porter, Restaurant Manager',
  ),
};

/** A hotel, or rooms to rent. */
export const LODGING: Trade = {
  models: /(^|_)(hotel|guest|room_type|reservation|apartment|villa|hostel|cabin)s?$/,
  work: lines(`
    Clean after departure
    Replace the shower head
    Prepare the conference room for {company}
    Check the smoke detectors
    Repair the blinds
    Wash the curtains
    Restock the minibar
    Paint the hallway
  `),
  visits: words(`
    Weekend stay, Business trip, Conference, Family holiday, Honeymoon, Long stay, Wedding party, City break
  `),
  faults: lines(`
    Air conditioning is loud
    No hot water in the morning
    Wireless network drops out
    Key card does not work
    Bedside lamp is broken
    Safe cannot be opened
  `),
  findings: lines(`
    Moved to another room of the same category.
    Boiler reset; water is hot again.
    New key card issued.
    Bulb and switch replaced.
    Router restarted; signal checked in the room.
  `),
  goods: words(`
    Single room, Double room, Twin room, Family room, Junior suite, Suite, Studio, Breakfast, Parking space, Airport transfer,
    Spa entry, Bicycle rental, Extra bed, Late check-out, Conference room, Picnic basket
  `),
  variants: words('with balcony, sea view, garden view, quiet side, top floor, barrier-free'),
  kinds: words(`
    Standard, Comfort, Superior, Deluxe, Family, Business, Suites, Wellness, Breakfast, Events, Transfers, Extras
  `),
  remarks: lines(`
    Arrives after 22:00.
    Wants a quiet room, away from the lift.
    {company} pays for the room; extras are paid by the guest.
    Needs a cot.
    Feather allergy.
    {person} booked two rooms next to each other.
    Stayed here in {month}; same room, please.
  `),
  jobs: words(
    'Receptionist, Night Porter, Housekeeper, Concierge, Hotel Manager, Caretaker, Event Planner',
  ),
};

/** Houses: built, let and kept in order. */
export const BUILDING: Trade = {
  models:
    /(^|_)(building|property|tenancy|lease|construction_site|landlord|rental_unit|real_estate)s?$/,
  work: lines(`
    Repair leaking roof
    Replace kitchen tap
    Service the heating
    Paint the stairwell
    Renew the front door lock
    Clear blocked drain
    Replace hallway lights
    Check fire extinguishers
    Insulate the attic
    Lay new floor in the living room
    Cut hedges and trees
    Fit smoke detectors
  `),
  visits: words(`
    Viewing, Handover, Heating service, Meter reading, Final inspection, Site meeting, Estimate on site, Roof inspection
  `),
  faults: lines(`
    Heating does not get warm
    Water stain on the bedroom ceiling
    Front door does not lock
    Drain in the bathroom is blocked
    Lift is stuck on the second floor
    Light in the stairwell flickers
    Window cannot be closed
    Mould in the bathroom
  `),
  findings: lines(`
    Radiator valve was stuck; replaced.
    Two broken roof tiles; renewed and sealed.
    Lock cylinder worn; new keys handed over.
    Drain cleared with a spiral.
    Seal of the shower renewed.
    Motion sensor replaced.
  `),
  goods: words(`
    Copper pipe, Kitchen tap, Door lock, Radiator valve, LED panel, Smoke detector, Roof tile, Cement, Plasterboard, Wall paint,
    Floor tile, Insulation board, Window handle, Circuit breaker, Power cable, Wood screw, Sealant, Parquet
  `),
  variants: words('small, large, white, black, 10 m, 25 kg, box of 100, fire-rated'),
  kinds: words(`
    Plumbing, Heating, Electrics, Roofing, Painting, Flooring, Windows, Doors, Garden, Cleaning, Locks, Walls, Facade, Drainage,
    Lifts, Safety
  `),
  remarks: lines(`
    Key is with {person}.
    Access only after 17:00.
    {company} sends two people in {month}.
    Please ring twice; the bell is quiet.
    Photos are in the file.
    Covered by the guarantee.
    The neighbours have been informed.
  `),
  jobs: words(
    'Caretaker, Electrician, Plumber, Painter, Roofer, Site Manager, Property Manager, Architect, Surveyor',
  ),
};
