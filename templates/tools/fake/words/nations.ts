import { words } from './lists.js';

export interface Nation {
  readonly name: string;
  readonly code: string;
  readonly code3: string;
  readonly currency: string;
}

/** As rows of their own. */
export const NATIONS: readonly Nation[] = words(`
  Argentina AR ARG ARS, Australia AU AUS AUD, Austria AT AUT EUR, Belgium BE BEL EUR, Brazil BR BRA BRL, Bulgaria BG BGR BGN,
  Canada CA CAN CAD, Chile CL CHL CLP, China CN CHN CNY, Colombia CO COL COP, Croatia HR HRV EUR, Cyprus CY CYP EUR,
  Czechia CZ CZE CZK, Denmark DK DNK DKK, Egypt EG EGY EGP, Estonia EE EST EUR, Finland FI FIN EUR, France FR FRA EUR,
  Germany DE DEU EUR, Ghana GH GHA GHS, Greece GR GRC EUR, Hungary HU HUN HUF, Iceland IS ISL ISK, India IN IND INR,
  Indonesia ID IDN IDR, Ireland IE IRL EUR, Israel IL ISR ILS, Italy IT ITA EUR, Japan JP JPN JPY, Kenya KE KEN KES,
  Latvia LV LVA EUR, Lithuania LT LTU EUR, Luxembourg LU LUX EUR, Malaysia MY MYS MYR, Malta MT MLT EUR, Mexico MX MEX MXN,
  Morocco MA MAR MAD, Netherlands NL NLD EUR, New Zealand NZ NZL NZD, Nigeria NG NGA NGN, Norway NO NOR NOK, Peru PE PER PEN,
  Philippines PH PHL PHP, Poland PL POL PLN, Portugal PT PRT EUR, Romania RO ROU RON, Senegal SN SEN XOF, Serbia RS SRB RSD,
  Singapore SG SGP SGD, Slovakia SK SVK EUR, Slovenia SI SVN EUR, South Africa ZA ZAF ZAR, South Korea KR KOR KRW,
  Spain ES ESP EUR, Sweden SE SWE SEK, Switzerland CH CHE CHF, Thailand TH THA THB, Tunisia TN TUN TND, Turkey TR TUR TRY,
  Ukraine UA UKR UAH, United Kingdom GB GBR GBP, United States US USA USD, Uruguay UY URY UYU, Vietnam VN VNM VND
`).map((text) => {
  const parts = text.split(' ');
  const [code, code3, currency] = parts.slice(-3) as [string, string, string];
  return { name: parts.slice(0, -3).join(' '), code, code3, currency };
});

export const CURRENCY_NAMES: readonly {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
}[] = [
  { code: 'EUR', name: 'Euro', symbol: '€' },
  { code: 'USD', name: 'US Dollar', symbol: '$' },
  { code: 'GBP', name: 'Pound Sterling', symbol: '£' },
  { code: 'CHF', name: 'Swiss Franc', symbol: 'CHF' },
  { code: 'JPY', name: 'Yen', symbol: '¥' },
  { code: 'CAD', name: 'Canadian Dollar', symbol: 'C$' },
  { code: 'AUD', name: 'Australian Dollar', symbol: 'A$' },
  { code: 'SEK', name: 'Swedish Krona', symbol: 'kr' },
  { code: 'NOK', name: 'Norwegian Krone', symbol: 'kr' },
  { code: 'DKK', name: 'Danish Krone', symbol: 'kr' },
  { code: 'PLN', name: 'Zloty', symbol: 'zł' },
  { code: 'CZK', name: 'Czech Koruna', symbol: 'Kč' },
  { code: 'INR', name: 'Indian Rupee', symbol: '₹' },
  { code: 'BRL', name: 'Brazilian Real', symbol: 'R$' },
  { code: 'CNY', name: 'Renminbi', symbol: '¥' },
  { code: 'MXN', name: 'Mexican Peso', symbol: 'MX$' },
  { code: 'ZAR', name: 'Rand', symbol: 'R' },
  { code: 'TRY', name: 'Turkish Lira', symbol: '₺' },
];
