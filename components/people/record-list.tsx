import { useTranslations } from 'next-intl'
import { DayRange } from '#components/desk/day-range.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { PersonRecords } from '#lib/contract/people/calls.ts'
import { countedStates } from '#lib/contract/people/constants.ts'
import { useRecordColumns } from './record-columns.tsx'
import { type SectionName, sectionStates } from './record-words.ts'
import { useRecordWords } from './use-record-words.ts'
import { type PageOf, type Records, useRecords } from './use-records.ts'

type RecordListProps = {
  of: PageOf
  sections: readonly SectionName[]
  /** Names a section if this page uses another name than usual. */
  nameOf?: (section: SectionName) => string
}

export function RecordList({ of, sections, nameOf }: RecordListProps) {
  const t = useTranslations('People')
  const records = useRecords(of)
  const { section, list, address, isFiltered } = records
  const columns = useRecordColumns(section)
  const isOfPayer = 'payer' in of
  return (
    <section className="mt-6">
      <nav
        aria-label={t('sections.label')}
        className="scroll-cue flex gap-0.5 overflow-x-auto rounded-full bg-sunken [--cue:var(--sunken)] p-1 text-sm"
      >
        {sections.map((one) => (
          <DeskLink
            key={one}
            href={`?${new URLSearchParams({ tab: 'users', ...of, section: one })}`}
            className={
              one === section
                ? 'inline-flex items-center rounded-full bg-ink px-2.5 py-0.5 whitespace-nowrap font-semibold text-paper hover:bg-ink!'
                : 'inline-flex items-center rounded-full px-2.5 py-0.5 whitespace-nowrap font-semibold text-soft'
            }
            isCurrent={one === section}
          >
            {nameOf?.(one) ?? t(`sections.${one}`)}
          </DeskLink>
        ))}
      </nav>
      <div className="mt-2">
        <StaffList
          key={section}
          caption={t(`sections.${section}`)}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          address={address}
          pageSize={PAGE_SIZE}
          empty={
            isFiltered
              ? t('list.nothing')
              : t(`empty.${isOfPayer && section === 'payments' ? 'otherPayments' : section}`)
          }
          failed={t('list.failed')}
          searchLabel={t('list.search')}
          actions={<CsvButton words={t('list.csv')} onDownload={records.download} />}
          filters={<Filters records={records} />}
          totals={list.data ? <Totals totals={list.data.totals} section={section} /> : null}
        />
      </div>
    </section>
  )
}

function Filters({ records }: { records: Records }) {
  const t = useTranslations('People.list')
  const words = useRecordWords()
  const { section, filters, filterBy, clear } = records
  const states = sectionStates[section]
  return (
    <FilterFields active={countActive(filters)} onClear={clear}>
      <DayRange range={{ ...filters, setDay: filterBy }} />
      {states ? (
        <SelectField
          label={t('stateFilter')}
          className="min-w-0 min-[26rem]:max-md:col-span-2"
          value={filters.state}
          onChange={({ target }) => filterBy('state', target.value)}
          options={[
            { value: '', words: t('anyState') },
            ...states.states.map((value) => ({ value, words: words.state(section, value) })),
          ]}
        />
      ) : null}
    </FilterFields>
  )
}

type TotalsProps = { totals: PersonRecords['totals']; section: SectionName }

/** Sums of the filtered rows: what counted or was paid, and the rest apart. */
export function Totals({ totals, section }: TotalsProps) {
  const t = useTranslations('People.list')
  const words = useRecordWords()
  const formats = useFormats()
  const counted = countedStates[section]
  const shown: [string, string][] =
    section === 'wallet'
      ? [
          [t('in'), formats.shillings(totals.incoming)],
          [t('out'), formats.shillings(totals.outgoing)],
        ]
      : totals.incoming > 0 || totals.others > 0
        ? [[counted ? words.state(section, counted) : t('total'), formats.shillings(totals.incoming)]]
        : []
  if (totals.others > 0) shown.push([t('others'), formats.shillings(totals.others)])
  if (totals.votes > 0) shown.push([t('votes'), formats.count(totals.votes)])
  if (shown.length === 0) return null
  return <ListTotals totals={shown} />
}
