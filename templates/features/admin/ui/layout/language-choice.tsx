import CheckIcon from '@mui/icons-material/Check';
import { Box, Button, Divider, ListItemIcon, MenuItem, type MenuItemProps } from '@mui/material';
import { useLocaleState, useLocales, useTranslate } from 'react-admin';

/** The languages of this application, and the current one; empty if there is only one. */
export function useLanguages() {
  const all = useLocales();
  const [current, choose] = useLocaleState();
  return { languages: all.length > 1 ? all : [], current, choose };
}

/** The languages as items of the account menu, each in its own name. */
export function LanguageItems({ onChoose }: { onChoose: (code: string) => void }) {
  const translate = useTranslate();
  const { languages, current } = useLanguages();
  if (languages.length === 0) return null;
  return (
    <>
      <Divider component="li" />
      <Box component="li" role="presentation" sx={TITLE}>
        {translate('app.language')}
      </Box>
      {languages.map(({ locale, name }) => (
        <ChoiceItem
          key={locale}
          lang={locale}
          isChosen={locale === current}
          onClick={() => onChoose(locale)}
        >
          {name}
        </ChoiceItem>
      ))}
      <Divider component="li" />
    </>
  );
}

/** An item of a menu in which one is chosen. */
export function ChoiceItem({
  isChosen,
  children,
  ...props
}: MenuItemProps & { isChosen: boolean }) {
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} {...props}>
      <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      {children}
    </MenuItem>
  );
}

const TITLE = { px: 2, pt: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' };

/** The same below the login form. */
export function LanguageButtons() {
  const translate = useTranslate();
  const { languages, current, choose } = useLanguages();
  if (languages.length === 0) return null;
  return (
    <Box role="group" aria-label={translate('app.language')} sx={{ mt: 2 }}>
      {languages.map(({ locale, name }) => (
        <Button
          key={locale}
          lang={locale}
          aria-pressed={locale === current}
          color={locale === current ? 'primary' : 'inherit'}
          onClick={() => choose(locale)}
        >
          {name}
        </Button>
      ))}
    </Box>
  );
}
