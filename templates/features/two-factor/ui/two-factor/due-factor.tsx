import FactorIcon from '@mui/icons-material/PhonelinkLockOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { formatDatetime } from '../components/formats';
import { CompactButton } from '../components/page-header';
import { fetchFactor, QUERY_KEY } from './factors';

/** Leads to the second factor whoever has days left to set it up: after those it is too late to plan. */
export function DueFactor() {
  const translate = useTranslate();
  const { data: factor } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: fetchFactor,
    staleTime: Infinity,
    retry: false,
  });
  if (!factor?.required || factor.active || factor.required_from === null) return null;
  return (
    <CompactButton
      icon={FactorIcon}
      label={translate('two-factor.due', { until: formatDatetime(factor.required_from) })}
      to="/auth/two-factor"
      variant="outlined"
      color="warning"
    />
  );
}
