/** A town, with numbers that no subscriber has: `#` stands for a digit, `A` for a letter. */
export interface Town {
  readonly city: string;
  readonly region: string;
  readonly zip: string;
  readonly phone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
}

export interface Country {
  readonly name: string;
  readonly code: string;
  readonly code3: string;
  readonly currency: string;
  readonly language: string;
  readonly streets: readonly string[];
  /** `12 Mill Lane` or `Lindenweg 12`. */
  readonly numberFirst: boolean;
  readonly iban: string;
  readonly taxNumber: string;
  readonly towns: readonly Town[];
}

type TownRow = readonly [
  city: string,
  region: string,
  zip: string,
  phone: string,
  latitude: number,
  longitude: number,
  zone: string,
];

const towns = (...rows: readonly TownRow[]): readonly Town[] =>
  rows.map(([city, region, zip, phone, latitude, longitude, zone]) => {
    return { city, region, zip, phone, latitude, longitude, zone };
  });

const EAST = 'America/New_York';
const MIDDLE = 'America/Chicago';
const WEST = 'America/Los_Angeles';
const BERLIN = 'Europe/Berlin';
const LONDON = 'Europe/London';
const PARIS = 'Europe/Paris';
const SYDNEY = 'Australia/Sydney';

/**
 * The home of rows that name no other, and the other countries. Their telephone numbers are those that each regulator keeps
 * for films and books.
 */
export const COUNTRIES: readonly Country[] = [
  {
    name: 'United States',
    code: 'US',
    code3: 'USA',
    currency: 'USD',
    language: 'English',
    streets: [
      ...['Main Street', 'Oak Avenue', 'Maple Street', 'Cedar Lane', 'Park Avenue', 'Elm Street'],
      ...[
        'Washington Street',
        'Lake Drive',
        'Hill Road',
        'Pine Street',
        'River Road',
        '2nd Street',
      ],
      ...['Sunset Boulevard', 'Franklin Avenue', 'Church Street', 'Jefferson Avenue'],
    ],
    numberFirst: true,
    iban: 'GB TEST##############',
    taxNumber: '##-#######',
    towns: towns(
      ['Austin', 'Texas', '787##', '(512) 555-01##', 30.2672, -97.7431, MIDDLE],
      ['Boston', 'Massachusetts', '021##', '(617) 555-01##', 42.3601, -71.0589, EAST],
      ['Chicago', 'Illinois', '606##', '(312) 555-01##', 41.8781, -87.6298, MIDDLE],
      ['Cleveland', 'Ohio', '441##', '(216) 555-01##', 41.4993, -81.6944, EAST],
      ['Denver', 'Colorado', '802##', '(303) 555-01##', 39.7392, -104.9903, 'America/Denver'],
      ['Madison', 'Wisconsin', '537##', '(608) 555-01##', 43.0731, -89.4012, MIDDLE],
      ['Minneapolis', 'Minnesota', '554##', '(612) 555-01##', 44.9778, -93.265, MIDDLE],
      ['Nashville', 'Tennessee', '372##', '(615) 555-01##', 36.1627, -86.7816, MIDDLE],
      ['New York', 'New York', '100##', '(212) 555-01##', 40.7128, -74.006, EAST],
      ['Philadelphia', 'Pennsylvania', '191##', '(215) 555-01##', 39.9526, -75.1652, EAST],
      ['Phoenix', 'Arizona', '850##', '(602) 555-01##', 33.4484, -112.074, 'America/Phoenix'],
      ['Pittsburgh', 'Pennsylvania', '152##', '(412) 555-01##', 40.4406, -79.9959, EAST],
      ['Portland', 'Oregon', '972##', '(503) 555-01##', 45.5152, -122.6784, WEST],
      ['Raleigh', 'North Carolina', '276##', '(919) 555-01##', 35.7796, -78.6382, EAST],
      ['Richmond', 'Virginia', '232##', '(804) 555-01##', 37.5407, -77.436, EAST],
      ['Sacramento', 'California', '958##', '(916) 555-01##', 38.5816, -121.4944, WEST],
      ['San Diego', 'California', '921##', '(619) 555-01##', 32.7157, -117.1611, WEST],
      ['Seattle', 'Washington', '981##', '(206) 555-01##', 47.6062, -122.3321, WEST],
    ),
  },
  {
    name: 'United Kingdom',
    code: 'GB',
    code3: 'GBR',
    currency: 'GBP',
    language: 'English',
    streets: [
      ...['High Street', 'Station Road', 'Church Lane', 'Mill Lane', 'Victoria Road', 'Park Road'],
      ...['Queen Street', 'Manor Road', 'The Crescent', 'Bridge Street', 'Orchard Close'],
    ],
    numberFirst: true,
    iban: 'GB TEST##############',
    taxNumber: 'GB#########',
    towns: towns(
      ['Birmingham', 'West Midlands', 'B#A #AA', '+44 121 496 0###', 52.4862, -1.8904, LONDON],
      ['Bristol', 'Bristol', 'BS# #AA', '+44 117 496 0###', 51.4545, -2.5879, LONDON],
      ['Edinburgh', 'Scotland', 'EH# #AA', '+44 131 496 0###', 55.9533, -3.1883, LONDON],
      ['Glasgow', 'Scotland', 'G# #AA', '+44 141 496 0###', 55.8642, -4.2518, LONDON],
      ['Leeds', 'West Yorkshire', 'LS# #AA', '+44 113 496 0###', 53.8008, -1.5491, LONDON],
      ['Liverpool', 'Merseyside', 'L# #AA', '+44 151 496 0###', 53.4084, -2.9916, LONDON],
      ['London', 'Greater London', 'E# #AA', '+44 20 7946 0###', 51.5074, -0.1278, LONDON],
      ['Manchester', 'Greater Manchester', 'M# #AA', '+44 161 496 0###', 53.4808, -2.2426, LONDON],
      ['Nottingham', 'Nottinghamshire', 'NG# #AA', '+44 115 496 0###', 52.9548, -1.1581, LONDON],
    ),
  },
  {
    name: 'Germany',
    code: 'DE',
    code3: 'DEU',
    currency: 'EUR',
    language: 'German',
    streets: [
      ...[
        'Hauptstraße',
        'Bahnhofstraße',
        'Gartenstraße',
        'Schulstraße',
        'Lindenweg',
        'Goethestraße',
      ],
      ...['Am Markt', 'Bergstraße', 'Mühlenweg', 'Schillerplatz', 'Kirchgasse', 'Ringstraße'],
    ],
    numberFirst: false,
    iban: 'DE ##################',
    taxNumber: 'DE#########',
    towns: towns(
      ['Berlin', 'Berlin', '10###', '+49 30 23125 ###', 52.52, 13.405, BERLIN],
      ['Frankfurt', 'Hesse', '603##', '+49 69 90009 ###', 50.1109, 8.6821, BERLIN],
      ['Hamburg', 'Hamburg', '20###', '+49 40 66969 ###', 53.5511, 9.9937, BERLIN],
      ['Köln', 'North Rhine-Westphalia', '506##', '+49 221 4710 ###', 50.9375, 6.9603, BERLIN],
      ['München', 'Bavaria', '80###', '+49 89 99998 ###', 48.1351, 11.582, BERLIN],
    ),
  },
  {
    name: 'France',
    code: 'FR',
    code3: 'FRA',
    currency: 'EUR',
    language: 'French',
    streets: [
      ...['rue de la Gare', 'rue des Lilas', 'avenue Victor Hugo', 'rue du Moulin'],
      ...['place de la République', 'rue Pasteur', 'boulevard Carnot', 'rue des Écoles'],
    ],
    numberFirst: true,
    iban: 'FR #######################',
    taxNumber: 'FR###########',
    towns: towns(
      ['Bordeaux', 'Nouvelle-Aquitaine', '33000', '+33 5 36 49 ## ##', 44.8378, -0.5792, PARIS],
      ['Lille', 'Hauts-de-France', '59000', '+33 3 53 01 ## ##', 50.6292, 3.0573, PARIS],
      ['Lyon', 'Auvergne-Rhône-Alpes', '6900#', '+33 4 65 71 ## ##', 45.764, 4.8357, PARIS],
      ['Nantes', 'Pays de la Loire', '44000', '+33 2 61 91 ## ##', 47.2184, -1.5536, PARIS],
      ['Paris', 'Île-de-France', '7501#', '+33 1 99 00 ## ##', 48.8566, 2.3522, PARIS],
    ),
  },
  {
    name: 'Canada',
    code: 'CA',
    code3: 'CAN',
    currency: 'CAD',
    language: 'English',
    streets: [
      ...['King Street', 'Queen Street', 'Main Street', 'Maple Avenue', 'Lakeshore Road'],
      ...['Victoria Avenue', 'Centre Street', 'Birch Crescent'],
    ],
    numberFirst: true,
    iban: 'GB TEST##############',
    taxNumber: '#########RT0001',
    towns: towns(
      ['Calgary', 'Alberta', 'T#A #A#', '(403) 555-01##', 51.0447, -114.0719, 'America/Edmonton'],
      ['Halifax', 'Nova Scotia', 'B#A #A#', '(902) 555-01##', 44.6488, -63.5752, 'America/Halifax'],
      ['Toronto', 'Ontario', 'M#A #A#', '(416) 555-01##', 43.6532, -79.3832, 'America/Toronto'],
      ['Vancouver', 'British Columbia', 'V#A #A#', '(604) 555-01##', 49.2827, -123.1207, WEST],
    ),
  },
  {
    name: 'Australia',
    code: 'AU',
    code3: 'AUS',
    currency: 'AUD',
    language: 'English',
    streets: [
      ...['George Street', 'Collins Street', 'Beach Road', 'Wattle Street', 'Railway Parade'],
      ...['Banksia Court', 'Elizabeth Street'],
    ],
    numberFirst: true,
    iban: 'GB TEST##############',
    taxNumber: '## ### ### ###',
    towns: towns(
      [
        'Brisbane',
        'Queensland',
        '40##',
        '+61 7 5550 ####',
        -27.4698,
        153.0251,
        'Australia/Brisbane',
      ],
      [
        'Melbourne',
        'Victoria',
        '30##',
        '+61 3 5550 ####',
        -37.8136,
        144.9631,
        'Australia/Melbourne',
      ],
      [
        'Perth',
        'Western Australia',
        '60##',
        '+61 8 5550 ####',
        -31.9523,
        115.8613,
        'Australia/Perth',
      ],
      ['Sydney', 'New South Wales', '20##', '+61 2 5550 ####', -33.8688, 151.2093, SYDNEY],
    ),
  },
];
