import { useTranslation } from 'react-i18next';
import { BesideList } from '../inspector/BesideFrame';
import { SinglePage } from '../parts/Page';
import { InstructionList } from './InstructionList';

/** The instructions for every conversation. */
export function Instructions() {
  const { t } = useTranslation('reminders');
  return (
    <SinglePage title={t('instructions.title')} lead={t('instructions.lead')}>
      <BesideList>
        <InstructionList here={null} />
      </BesideList>
    </SinglePage>
  );
}
