import type { Faker } from '@faker-js/faker';
import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';
import { codeName, proseText, titleText } from './sentences.js';

type MakeText = (faker: Faker) => string;

/** The content of a text, by the last words of its field's name; the first match wins. */
const BY_NAME: readonly (readonly [RegExp, MakeText])[] = [
  [/e?mail$/, (faker) => faker.internet.email().toLowerCase()],
  [/(url|website|link|homepage)$/, (faker) => faker.internet.url({ appendSlash: false })],
  [/(domain|host|host_?name)$/, (faker) => faker.internet.domainName()],
  [/(phone|mobile|fax|tel)(_number)?$/, (faker) => faker.phone.number()],
  [/(first|given)_?name$/, (faker) => faker.person.firstName()],
  [/(last|family|sur)_?name$/, (faker) => faker.person.lastName()],
  [/(user_?name|login|nickname)$/, (faker) => faker.internet.username().toLowerCase()],
  [
    /(customer|client|contact|person|author|assignee|manager|full_?name)$/,
    (faker) => faker.person.fullName(),
  ],
  [
    /(company|employer|organi[sz]ation|supplier|vendor|brand|manufacturer)(_name)?$/,
    (faker) => faker.company.name(),
  ],
  [/(city|town|birthplace)$/, (faker) => faker.location.city()],
  [/country$/, (faker) => faker.location.country()],
  [/(street|address)$/, (faker) => faker.location.streetAddress()],
  [/(zip|postal|post)_?(code)?$/, (faker) => faker.location.zipCode()],
  [
    /(region|province|county|(^|^ship_?|(billing|shipping|mailing|postal|home|address|birth)_?)state)$/,
    (faker) => faker.location.state(),
  ],
  [
    /((job|role|position|occupation|profession)(_?title)?|(contact|employee|staff)_?title)$/,
    (faker) => faker.person.jobTitle(),
  ],
  [/(specialty|speciality|area|field)$/, (faker) => faker.person.jobArea().toLowerCase()],
  [/(department|division|team)$/, (faker) => faker.commerce.department()],
  [/colou?r$/, (faker) => faker.color.human()],
  [/currency$/, (faker) => faker.finance.currencyCode()],
  [/(iban|bank_account)$/, (faker) => faker.finance.iban()],
  [/language$/, (faker) => faker.location.language().name],
  [/time_?zone$/, (faker) => faker.location.timeZone()],
  [/(ip|ip_address)$/, (faker) => faker.internet.ipv4()],
  [/slug$/, (faker) => faker.helpers.slugify(titleText(faker).toLowerCase())],
  [/(image|photo|avatar|picture)$/, (faker) => faker.image.url()],
  [/(file|filename|document|attachment)$/, (faker) => faker.system.commonFileName()],
  [/(tag|keyword|category|genre|topic)$/, (faker) => faker.commerce.department().toLowerCase()],
  [
    /(number|code|serial|sku|barcode|reference|_no|national_id)$/,
    (faker) => faker.string.alphanumeric({ length: 8, casing: 'upper' }),
  ],
  [/(title|subject|headline|summary|topic|label)$/, titleText],
  [
    /(description|body|text|content|notes?|comments?|remarks?|details|diagnosis|message|bio|about)$/,
    proseText,
  ],
];

/** The content of `name`, by its model. */
const NAME_OF: readonly (readonly [RegExp, MakeText])[] = [
  [
    /member|person|people|user|employee|agent|staff|operator|reporter|customer|client|patient|doctor|nurse|author|student|teacher|contact|owner|driver|guest/,
    (faker) => faker.person.fullName(),
  ],
  [
    /(technician|mechanic|engineer|inspector|consultant|worker|trainer|instructor|tutor|therapist|candidate|applicant|passenger|visitor|volunteer|participant|attendee|buyer|seller|lawyer|officer|pilot|artist|player|subscriber|colleague|accountant)s?(_?name)?$/,
    (faker) => faker.person.fullName(),
  ],
  [
    /company|organi[sz]ation|supplier|vendor|tenant|brand|partner|agency/,
    (faker) => faker.company.name(),
  ],
  [/city|place|location|branch|site/, (faker) => faker.location.city()],
  [/country/, (faker) => faker.location.country()],
  [/product|item|article|device|part|good/, (faker) => faker.commerce.productName()],
  [/category|department|tag|topic|group|ward/, (faker) => faker.commerce.department()],
];

/** Generates realistic texts for a field of a model. */
export function textMaker(column: ColumnInfo, model: string): MakeText {
  if (column.format === 'email') return (faker) => faker.internet.email().toLowerCase();
  const { pattern } = column;
  if (pattern !== null) return (faker) => faker.helpers.fromRegExp(pattern.replace(/^\^|\$$/g, ''));
  if (column.format === 'url') return (faker) => faker.internet.url({ appendSlash: false });
  const usual = column.default?.kind === 'value' ? column.default.value : '';
  if (typeof usual === 'string' && usual !== '') return () => usual;
  const name = column.name.toLowerCase();
  const found = BY_NAME.find(([pattern]) => pattern.test(name));
  if (found) return found[1];
  if (/name$/.test(name)) {
    const owner = /^((display|full|nick|short|public)_?)?name$/.test(name)
      ? model.toLowerCase()
      : name;
    return NAME_OF.find(([pattern]) => pattern.test(owner))?.[1] ?? codeName;
  }
  return column.type === 'text' ? proseText : titleText;
}
