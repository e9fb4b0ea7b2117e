import { Alert, Box, Button, Group, Loader } from '@mantine/core';
import type { Order } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { yuan } from '../ui/format.ts';
import { texts } from './texts.ts';
import type { Returned } from './use-pay-return.ts';

interface PayReturnProps {
  readonly returned: Returned;
  readonly onPay: (order: Order) => void;
}

/** What became of a payment from which somebody came back, above the orders; and the way to pay again. */
export const PayReturn = ({ returned: { kind, order, credited }, onPay }: PayReturnProps): ReactNode => (
  <Alert
    color={kind === 'waiting' ? 'indigo' : 'orange'}
    icon={kind === 'waiting' && <Loader size={18} aria-hidden />}
    mb="md"
    role="status"
  >
    <Group gap="sm" justify="space-between">
      <Box component="span" flex="1 1 220px">
        {kind === 'short' ? texts.returned.short(yuan(credited)) : texts.returned[kind]}
      </Box>
      {order && (
        <Button variant="default" onClick={() => onPay(order)}>
          {kind === 'short' ? texts.returned.goOn : texts.returned.again}
        </Button>
      )}
    </Group>
  </Alert>
);
