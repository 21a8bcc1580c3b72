import { nameWords } from '../../model/names.js';

/** Icons of @mui/icons-material by the words of a model's name; the last word decides first. */
const ICONS: Readonly<Record<string, string>> = {
  AccountBalanceOutlined: 'account bank ledger budget',
  ArticleOutlined: 'article post page news content blog',
  AssignmentOutlined: 'assignment contract form application request survey',
  BusinessOutlined:
    'company organization organisation department office supplier vendor firm client business',
  CategoryOutlined: 'category type group kind class collection',
  DescriptionOutlined: 'document file report template attachment',
  DevicesOutlined: 'device asset equipment machine sensor computer',
  DirectionsCarOutlined: 'car vehicle truck fleet trip ride driver',
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
  PaymentsOutlined: 'payment transaction price salary expense fee charge',
  PeopleOutlined:
    'member people team customer employee staff patient student contact guest teacher user',
  PersonOutlined: 'person profile owner lead candidate',
  PlaceOutlined: 'place location address city country region store site warehouse',
  ReceiptLongOutlined: 'invoice receipt bill quote',
  SchoolOutlined: 'course school lesson exam grade subject training',
  ScienceOutlined: 'specimen sample experiment test measurement laboratory',
  ShoppingCartOutlined: 'order cart purchase sale basket',
  StickyNote2Outlined: 'note memo remark',
  SupportAgentOutlined: 'support agent call service case',
  TaskAlt: 'task todo job step action work',
};

const FALLBACK = 'TableChartOutlined';

/** All icons that a model may get: a project has them, whichever models come later. */
export const MODEL_ICONS: readonly string[] = [...Object.keys(ICONS), FALLBACK];

const BY_WORD = new Map(
  Object.entries(ICONS).flatMap(([icon, words]) =>
    words.split(' ').map((word) => [word, icon] as const),
  ),
);

/** The icon of a model in the navigation. */
export function iconOf(className: string): string {
  const words = nameWords(className).toReversed();
  return words.map((word) => BY_WORD.get(word)).find((icon) => icon !== undefined) ?? FALLBACK;
}
