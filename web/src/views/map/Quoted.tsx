import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputeStance, goToWords } from '../../commands/map';
import { type Claim, endsAt, paragraphAt, type Span, surround } from '../../model/map';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useMaps, useWords } from './useMap';
import { useVoice } from './useVoice';

interface Props {
  span: Span;
  /** The claim it stands for, which can then be disputed. */
  claim?: Claim;
  disputed?: boolean;
  trigger: ReactElement<Record<string, unknown>>;
}

/** A button that shows the words something rests on, and what stands around them. */
export function Quoted({ span, claim, disputed = false, trigger }: Props) {
  const { t } = useTranslation('map');
  const [open, setOpen] = useState(false);
  const voice = useVoice(span.advisor_id);
  return (
    <Popover
      trigger={trigger}
      label={t('words.label', { name: voice.name })}
      align="center"
      className={`quoted a-${voice.palette}`}
      open={open}
      onOpenChange={setOpen}
    >
      <Words span={span} />
      <p className="acts">
        <Go span={span} />
        {claim && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setOpen(false);
              void disputeStance(claim, span.advisor_id, !disputed);
            }}
          >
            {t(disputed ? 'words.back' : 'words.not')}
          </button>
        )}
      </p>
    </Popover>
  );
}

function Words({ span }: { span: Span }) {
  const { t } = useTranslation('map');
  const { name, colour } = useVoice(span.advisor_id);
  const { turnId, position } = useMaps(({ map }) => ({ turnId: map?.turn_id ?? '', position: map?.position ?? 0 }));
  const text = useWords(turnId, span.reply_id);
  const around = text === null ? null : surround(text, span);
  const where = {
    position,
    paragraph: formatNumber(text === null ? 1 : paragraphAt(text, span.start)),
    first: formatNumber(span.start + 1),
    last: formatNumber(endsAt(span)),
  };
  return (
    <>
      <p className="who-where">
        <Monogram name={name} colour={colour} small />
        <b dir="auto">{name}</b> <span>{t('words.where', where)}</span>
      </p>
      <blockquote dir="auto">
        {around?.before}
        <mark>{span.quote}</mark>
        {around?.after}
      </blockquote>
      {text !== null && around === null && <p className="help">{t('words.changed')}</p>}
    </>
  );
}

function Go({ span }: { span: Span }) {
  const { t } = useTranslation('map');
  const place = useMaps(({ map }) => ({ conversationId: map?.conversation_id ?? '', turnId: map?.turn_id ?? '' }));
  return (
    <button type="button" className="link" onClick={() => goToWords(place.conversationId, place.turnId, span)}>
      {t('words.go')}
    </button>
  );
}
