import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/WbSunnyOutlined';
import SystemIcon from '@mui/icons-material/Brightness4';
import LogoutIcon from '@mui/icons-material/Logout';
import TranslateIcon from '@mui/icons-material/Translate';
import type { SvgIconComponent } from '@mui/icons-material';
import { useState } from 'react';
import { useLocaleState, useLogout, useRemoveFromStore, useTheme, useTranslate } from 'react-admin';
import { forgetLeftPage } from '../api/left-page';
import { closeDrafts } from '../api/storage';
import { useApplication } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { hasUnsavedChanges } from '../components/navigation';
import { useLanguages } from './language-choice';

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
  const changeLanguage = useChangeLanguage();
  const { languages, current } = useLanguages();
  const [, setTheme] = useTheme();
  const forget = useRemoveFromStore('theme');
  const themes = [
    { id: 'dark', icon: DarkIcon, run: () => setTheme('dark') },
    { id: 'light', icon: LightIcon, run: () => setTheme('light') },
    { id: 'system_theme', icon: SystemIcon, run: () => forget() },
  ];
  const commands: Command[] = [
    ...themes.map((theme) => ({ ...theme, label: translate(`app.${theme.id}`) })),
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

/** Signs out, after a question where changes would be lost. */
export function useSignOut() {
  const logout = useLogout();
  const { features } = useApplication();
  return useUnlessUnsaved('app.sign_out', () => {
    closeDrafts();
    forgetLeftPage();
    const elsewhere = features.flatMap(({ signIn }) => signIn?.leave?.() ?? []);
    void logout(undefined, elsewhere[0]);
  });
}

/** Pages are recreated in the new language, which loses form input. */
export function useChangeLanguage() {
  return useUnlessUnsaved('app.change_language', useLocaleState()[1]);
}

/** For actions that lose unsaved changes: asks first if there are any. */
function useUnlessUnsaved<T>(confirm: string, work: (chosen: T) => void) {
  const translate = useTranslate();
  const [asking, setAsking] = useState<{ chosen: T } | null>(null);
  const question = asking && (
    <ConfirmDialog
      title={translate('form.unsaved')}
      text={translate('form.unsaved_help')}
      confirm={translate(confirm)}
      cancel={translate('form.stay')}
      danger
      onConfirm={() => work(asking.chosen)}
      onClose={() => setAsking(null)}
    />
  );
  const choose = (chosen: T) => (hasUnsavedChanges() ? setAsking({ chosen }) : work(chosen));
  return { choose, question };
}
