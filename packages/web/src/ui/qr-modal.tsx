import { Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** Side of the drawn code in CSS pixels. */
const SIZE = 200;

/** A window with a QR code of a text. The code is drawn when the window opens; its library is loaded only then. */
export const QrModal = (props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  description: string;
  text: string;
}): ReactNode => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="sm">
    <Stack align="center">
      <Text c="dimmed" size="sm" ta="center">
        {props.description}
      </Text>
      <QrCanvas text={props.text} />
    </Stack>
  </Modal>
);

/** The code itself, black on white in both schemes so that every camera reads it. */
export const QrCanvas = ({ text }: { text: string }): ReactNode => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    void import('qrcode').then(async ({ toCanvas }) => {
      if (gone || !canvas.current) return;
      await toCanvas(canvas.current, text, { width: SIZE, margin: 2, errorCorrectionLevel: 'M' });
    });
    return () => {
      gone = true;
    };
  }, [text]);
  return <canvas ref={canvas} width={SIZE} height={SIZE} role="img" aria-label="二维码" />;
};
