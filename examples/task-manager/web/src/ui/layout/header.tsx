import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTheme as useMuiTheme } from '@mui/material/styles';
import { useLoading, useTheme, useTranslate } from 'react-admin';
import { FeatureParts } from '../components/feature-parts';
import { MEASURES } from '../theme/theme';
import { AccountMenu } from './account-menu';

/** The bar above every page: what features have there, theme, account. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const translate = useTranslate();
  return (
    <Box
      component="div"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: MEASURES.header,
        px: { xs: 1.5, sm: 3 },
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {onMenu && (
        <IconButton onClick={onMenu} aria-label={translate('app.open_menu')} edge="start">
          <MenuIcon />
        </IconButton>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 }}>
        <FeatureParts of="Header" />
      </Box>
      <Busy />
      <ThemeButton />
      <AccountMenu />
    </Box>
  );
}

/** A sign that something is on its way. */
function Busy() {
  const translate = useTranslate();
  const loading = useLoading();
  return loading && <CircularProgress size={16} aria-label={translate('app.loading')} />;
}

function ThemeButton() {
  const translate = useTranslate();
  const { mode } = useMuiTheme().palette;
  const [, setTheme] = useTheme();
  const label = translate(mode === 'dark' ? 'app.light' : 'app.dark');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setTheme(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
