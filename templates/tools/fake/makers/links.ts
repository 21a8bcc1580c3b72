import type { Make } from '../scene.js';
import { plain } from '../subject.js';
import { entries, type Field, type Maker } from '../table.js';

/** A picture of a site that is kept for examples. */
const picture: Maker<string> =
  ({ subject }) =>
  ({ number }) =>
    `https://images.example.com/${subject.name.replaceAll('_', '-')}/${number}.jpg`;

/** The site of a company. */
export const domain = ({ subject, role }: Pick<Field, 'subject' | 'role'>): Make<string> => {
  const company = subject.company(role);
  return (scene) => company(scene).domain;
};

const website: Maker<string> = (field) => {
  const { subject } = field;
  const person = subject.person();
  if (subject.hasPerson && !subject.isCompany)
    return (scene) => {
      const { first, last } = person(scene);
      return `https://${plain(first)}${plain(last)}.example`;
    };
  const host = domain(field);
  return (scene) => `https://www.${host(scene)}`;
};

/** A link to something else than the row's own site. */
const link: Maker<string> = ({ name, subject }) => {
  const words = name.replace(/_?(url|link|uri|href)$/, '');
  const path = (words === '' ? subject.name : words).replaceAll('_', '-');
  return ({ number }) => `https://www.example.com/${path}/${number}`;
};

/** Addresses on the web, of top-level domains that nobody can own. */
export const LINKS = entries<string>({
  '(?:photo|image|img|picture|avatar|logo|thumbnail|cover|icon|banner)(?:_?(?:url|uri|link|src|path))?':
    picture,
  'website|web_site|homepage|home_page|site_url|web|(?<=^|company_)url': website,
  'url|uri|link|href': link,
});
