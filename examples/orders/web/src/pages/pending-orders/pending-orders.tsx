import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { createApi, dataOf, total, type Schemas } from '#client';
import { API_URL, MessagePanel, PageHeader, PageLoading, readToken } from '#ui';

/** The typed client, signed in as the back-office is. */
const api = createApi({ baseUrl: API_URL, token: readToken });
const KEY = ['pending-orders'];

/** The oldest orders that wait, each with a button that confirms it. */
export function PendingOrders() {
  const translate = useTranslate();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: readOrders });
  if (error) return <MessagePanel page icon={ErrorIcon} title={error.message} />;
  if (data === undefined) return <PageLoading />;
  return (
    <>
      <PageHeader title={translate('pending_orders.title')} />
      <Typography sx={{ mb: 2 }}>
        {data.count === 0
          ? translate('pending_orders.none')
          : translate('pending_orders.waiting', { smart_count: data.count })}
      </Typography>
      {data.orders.length > 0 && (
        <Paper variant="outlined">
          <List disablePadding>
            {data.orders.map((order) => (
              <Pending key={order.id} order={order} />
            ))}
          </List>
        </Paper>
      )}
    </>
  );
}

async function readOrders() {
  const answer = await api.GET('/order/pending', {
    params: { query: { _sort: 'placed_at', _end: 20 } },
  });
  return { orders: dataOf(answer), count: total(answer.response) };
}

function Pending({ order }: { order: Schemas['Order'] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/order/{order_id}/confirm', { params: { path: { order_id: order.id } } }),
    onSuccess: async ({ data, error }) => {
      if (data) notify('pending_orders.confirmed', { messageArgs: { name: data.number } });
      else if (error.code === 'may-not') notify('pending_orders.may_not', { type: 'warning' });
      else notify(error.detail, { type: 'error' });
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <ListItem
      divider
      secondaryAction={
        <Button
          disabled={isPending}
          onClick={() => mutate()}
          aria-label={translate('pending_orders.confirm_one', { name: order.number })}
        >
          {translate('pending_orders.confirm')}
        </Button>
      }
    >
      <ListItemText primary={order._label} secondary={order.total} />
    </ListItem>
  );
}
