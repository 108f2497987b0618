import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_OF, omission, type ReminderItem } from '../../model/reminders';
import { openBeside } from '../../model/screen';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { Singles } from '../parts/Singles';
import { useDraft, usePreview } from '../parts/store';

interface Props {
  item: ReminderItem;
  off: boolean;
  tokens: number;
  onFlip: () => void;
}

/** A reminder with how many things are in it; opened, it lists them, each to be left out of this send. */
export function ReminderChip({ item, off, tokens, onFlip }: Props) {
  const { t } = useTranslation('reminders');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      side="top"
      align="start"
      label={t(`chip.${item}`)}
      open={open}
      onOpenChange={setOpen}
      className="reminded"
      trigger={<ChipButton item={item} off={off} />}
    >
      <h3>{t(`chip.${item}`)}</h3>
      <p className="help">{t(`chip.about.${item}`)}</p>
      <label className="check">
        <input type="checkbox" checked={off} onChange={onFlip} />
        <span>{t('chip.notThisTime')}</span>
      </label>
      {!off && <Singles item={item} />}
      <p className="foot">
        {tokens > 0 && (
          <span className="num">{t('chip.tokens', { count: tokens, formatted: formatNumber(tokens) })}</span>
        )}
        {(item === 'todo' || item === 'instructions') && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setOpen(false);
              openBeside(item);
            }}
          >
            {t('chip.open')}
          </button>
        )}
      </p>
    </Popover>
  );
}

/** The popover hands its own attributes to the button. */
function ChipButton({ item, off, ...given }: Pick<Props, 'item' | 'off'> & Record<string, unknown>) {
  const { t } = useTranslation('reminders');
  const { omit } = useDraft();
  const things = usePreview((state) => (state.latest?.reminders ?? []).filter((each) => each.kind === KIND_OF[item]));
  const sent = things.filter((each) => !omit.includes(omission(each))).length;
  const isOff = off || sent === 0;
  return (
    <button {...given} type="button" className={isOff ? 'chip offed' : 'chip'}>
      <b>{t(`chip.${item}`)}</b>{' '}
      <span className="num">{sent === things.length ? sent : t('chip.some', { sent, count: things.length })}</span>{' '}
      <span className="vh">{t(isOff ? 'chip.off' : 'chip.on')}</span>
    </button>
  );
}
