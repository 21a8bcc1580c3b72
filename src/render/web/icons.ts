import { nameWords } from '../../model/names.js';

/** Icons of @mui/icons-material by the words of a model's name; the last word decides first. */
const ICONS: Readonly<Record<string, string>> = {
  AccountBalanceOutlined: 'account bank ledger budget',
  ArticleOutlined: 'article post page news content blog',
  AssignmentOutlined: 'assignment contract form application request survey',
  BadgeOutlined: 'employee staff worker mechanic technician driver',
  BuildOutlined: 'repair maintenance workshop tool work_order service_order job_card',
  BusinessOutlined: 'company organization organisation department office firm client business',
  CategoryOutlined: 'category type group kind class collection',
  CreditCardOutlined: 'payment card subscription plan',
  DescriptionOutlined: 'document file report template attachment',
  DevicesOutlined: 'device asset equipment machine sensor computer',
  DirectionsCarOutlined: 'car vehicle truck fleet trip ride',
  EventOutlined:
    'appointment event booking meeting reservation session shift schedule calendar visit',
  FlagOutlined: 'milestone goal flag issue bug ticket incident',
  FolderOutlined: 'project folder album workspace',
  ForumOutlined: 'message comment reply chat discussion thread conversation review feedback',
  HotelOutlined: 'room hotel bed apartment property house',
  ImageOutlined: 'image photo picture media gallery',
  Inventory2Outlined: 'product item stock inventory part package goods material',
  LabelOutlined: 'tag label keyword badge',
  ListAltOutlined: 'line entry detail row list',
  LocalHospitalOutlined: 'hospital ward clinic',
  LocalShippingOutlined: 'shipment delivery shipping transport',
  MailOutlined: 'mail email newsletter campaign letter invitation',
  MedicalServicesOutlined: 'doctor nurse treatment prescription medicine diagnosis physician',
  MenuBookOutlined: 'book chapter diary journal library recipe author',
  PaymentsOutlined: 'transaction price salary expense fee charge',
  PeopleOutlined: 'member people team customer patient student contact guest teacher user',
  PersonOutlined: 'person profile owner lead candidate',
  PlaceOutlined: 'place location address city country region site',
  ReceiptLongOutlined: 'invoice receipt bill quote',
  SchoolOutlined: 'course school lesson exam grade subject training',
  ScienceOutlined: 'specimen sample experiment test measurement laboratory',
  ShoppingCartOutlined: 'order cart purchase sale basket',
  StorefrontOutlined: 'branch store shop outlet market counter',
  StickyNote2Outlined: 'note memo remark',
  SupportAgentOutlined: 'support agent call service case',
  TaskAlt: 'task todo job step action work',
  WarehouseOutlined: 'warehouse supplier vendor depot garage hall',
};

const FALLBACK = 'TableChartOutlined';

/** What stands in for an icon that another model of the menu has already: of close meaning, the closest first. */
const ALIKE: Readonly<Record<string, string>> = {
  ArticleOutlined: 'DescriptionOutlined StickyNote2Outlined',
  AssignmentOutlined: 'DescriptionOutlined ListAltOutlined',
  BadgeOutlined: 'PersonOutlined PeopleOutlined',
  BusinessOutlined: 'ApartmentOutlined WarehouseOutlined',
  CategoryOutlined: 'FolderOutlined LabelOutlined',
  CreditCardOutlined: 'PaymentsOutlined AccountBalanceOutlined',
  DescriptionOutlined: 'ArticleOutlined AssignmentOutlined',
  EventOutlined: 'PendingActionsOutlined FlagOutlined',
  FolderOutlined: 'Inventory2Outlined CategoryOutlined',
  Inventory2Outlined: 'CategoryOutlined LocalShippingOutlined',
  LabelOutlined: 'FlagOutlined CategoryOutlined',
  ListAltOutlined: 'TableRowsOutlined AssignmentOutlined',
  MedicalServicesOutlined: 'LocalHospitalOutlined ScienceOutlined',
  PaymentsOutlined: 'CreditCardOutlined AccountBalanceOutlined',
  PeopleOutlined: 'PersonOutlined SupportAgentOutlined BadgeOutlined',
  PersonOutlined: 'PeopleOutlined BadgeOutlined',
  PlaceOutlined: 'FlagOutlined StorefrontOutlined',
  ReceiptLongOutlined: 'DescriptionOutlined ArticleOutlined',
  ShoppingCartOutlined: 'AssignmentOutlined Inventory2Outlined',
  StickyNote2Outlined: 'ArticleOutlined ForumOutlined',
  TableChartOutlined: 'TableRowsOutlined ListAltOutlined FolderOutlined CategoryOutlined',
  TaskAlt: 'AssignmentOutlined FlagOutlined',
};

/** All icons that a model may get: a project has them, whichever models come later. */
export const MODEL_ICONS: readonly string[] = [
  ...new Set([
    ...Object.keys(ICONS),
    FALLBACK,
    ...Object.values(ALIKE).flatMap((icons) => icons.split(' ')),
  ]),
];

const BY_WORD = new Map(
  Object.entries(ICONS).flatMap(([icon, words]) =>
    words.split(' ').map((word) => [word, icon] as const),
  ),
);

/** The icons of models in the navigation, none twice as long as there is another one that fits; the first in the menu choose first. */
export function iconsOf(classNames: readonly string[]): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of classNames) {
    const best = iconOf(name);
    const fitting = [best, ...(ALIKE[best]?.split(' ') ?? [])];
    const icon = fitting.find((one) => !taken.has(one)) ?? best;
    chosen.set(name, icon);
    taken.add(icon);
  }
  return chosen;
}

/** The icon of a class by its last words: a work order is not what is ordered in a shop. */
function iconOf(className: string): string {
  const words = nameWords(className).toReversed();
  const pair = words.slice(0, 2).toReversed().join('_');
  const found = [pair, ...words].map((word) => BY_WORD.get(word));
  return found.find((icon) => icon !== undefined) ?? FALLBACK;
}
