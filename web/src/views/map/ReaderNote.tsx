import { useTranslation } from 'react-i18next';
import { checkModel } from '../../commands/map';
import { type RoomMap, tenths } from '../../model/map';

/** One line above the claims: what put them together, whether sides were read, and how well the model does that. */
export function ReaderNote({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const { grouped_by: by, check, analysis, drawn_id: drawnId } = map;
  if (by === null || by === 'alone' || by === 'model') return null;
  const checked = check && {
    agreements: tenths(check.agreements),
    contradictions: tenths(check.contradictions),
  };
  return (
    <p className="reader-note help">
      {t(`reader.${by}`)} {!map.sides_read && t('reader.noSides')}{' '}
      {map.is_rehearsal ? t('reader.rehearsal') : checked ? t('reader.checked', checked) : t('reader.never')}{' '}
      {!map.is_rehearsal && check && !check.may_group && !check.may_take_sides && t('reader.failed')}
      {!map.is_rehearsal && !check && analysis && analysis.id === drawnId && (
        <button type="button" className="link" onClick={() => void checkModel(analysis.model)}>
          {t('reader.check')}
        </button>
      )}
    </p>
  );
}
