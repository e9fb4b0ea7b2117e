import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fetchCode } from '../device/fetch-code.ts';
import { commonTexts as texts } from './common-texts.ts';
import { Window } from './window.tsx';

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
  <Window opened={props.opened} onClose={props.onClose} title={props.title}>
    <Stack align="center">
      <Text c="dimmed" size="sm" ta="center">
        {props.description}
      </Text>
      <QrCanvas text={props.text} />
    </Stack>
  </Window>
);

/** Draws a text's code; loads what draws it. Rejects where the network or the browser does not let it. */
const draw = async (canvas: HTMLCanvasElement, text: string): Promise<void> => {
  const { toCanvas } = await fetchCode(() => import('qrcode'));
  await toCanvas(canvas, text, { width: SIZE, margin: 2, errorCorrectionLevel: 'M' });
};

/** The code itself, black on white in both schemes so that every camera reads it. */
export const QrCanvas = ({ text }: { text: string }): ReactNode => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, text).catch(() => setFailed(true));
  }, [text]);
  if (failed) return <Text size="sm">{texts.qrFailed}</Text>;
  return <canvas ref={canvas} width={SIZE} height={SIZE} role="img" aria-label={texts.qr} />;
};
