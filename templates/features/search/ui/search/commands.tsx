import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/WbSunnyOutlined';
import SystemIcon from '@mui/icons-material/Brightness4';
import LogoutIcon from '@mui/icons-material/Logout';
import TranslateIcon from '@mui/icons-material/Translate';
import type { SvgIconComponent } from '@mui/icons-material';
import { useRemoveFromStore, useTheme, useTranslate } from 'react-admin';
import { useLanguages } from '../layout/language-choice';
import { useSignOut, useUnlessUnsaved } from '../layout/sign-out';

/** What can be done on any page, beside going to another one. */
export interface Command {
  id: string;
  icon: SvgIconComponent;
  label: string;
  run: () => void;
}

/** The commands, and the question that one of them asks first; what shows the question must stay. */
export function useCommands() {
  const translate = useTranslate();
  const signOut = useSignOut();
  const { languages, current, choose } = useLanguages();
  // Pages are recreated in the new language, which loses form input.
  const changeLanguage = useUnlessUnsaved('app.change_language', choose);
  const [, setTheme] = useTheme();
  const forget = useRemoveFromStore('theme');
  const themes = [
    { id: 'dark', label: 'app.dark', icon: DarkIcon, run: () => setTheme('dark') },
    { id: 'light', label: 'app.light', icon: LightIcon, run: () => setTheme('light') },
    { id: 'system_theme', label: 'search.system_theme', icon: SystemIcon, run: () => forget() },
  ];
  const commands: Command[] = [
    ...themes.map((theme) => ({ ...theme, label: translate(theme.label) })),
    ...languages
      .filter(({ locale }) => locale !== current)
      .map(({ locale, name }) => ({
        id: `language:${locale}`,
        icon: TranslateIcon,
        label: `${translate('app.language')}: ${name}`,
        run: () => changeLanguage.choose(locale),
      })),
    {
      id: 'sign_out',
      icon: LogoutIcon,
      label: translate('app.sign_out'),
      run: () => signOut.choose(undefined),
    },
  ];
  const question = (
    <>
      {signOut.question}
      {changeLanguage.question}
    </>
  );
  return { commands, question };
}
