import {
  Banknote,
  Clapperboard,
  History,
  type LucideIcon,
  MessageCircleQuestion,
  Smartphone,
  UserRound,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { RailItem } from '#components/desk/rail.tsx'
import { useCaseWords } from '#components/reconciliation/use-case-words.ts'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from '#components/ui/command.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { useDeskSearch } from './use-desk-search.ts'

type SearchPaletteProps = {
  isSuperAdmin: boolean
  items: readonly RailItem[]
  onClose: () => void
}

type Hit = { id: string; href: string; words: string; detail: string; Icon: LucideIcon }

/** Opened results until a reload. They name people, so the device does not store them. */
let recent: readonly Hit[] = []
const RECENT = 5

/**
 * Search results by arrows and Enter. Earlier results stay until the next answer. Enter before that answer
 * waits for it and opens its first result.
 */
export default function SearchPalette({ isSuperAdmin, items, onClose }: SearchPaletteProps) {
  const t = useTranslations('Admin.search')
  const [typed, setTyped] = useState('')
  const search = useDeskSearch(typed, isSuperAdmin)
  const groups = useGroups(typed, search.found, items)
  const [firstHit] = groups.flatMap(({ id, hits }) => hits.map((hit) => ({ key: keyOf(id, hit), hit })))
  const first = firstHit?.key
  const [chosen, setChosen] = useState({ of: first, value: first ?? '' })
  // If the first result changes, it is selected.
  if (chosen.of !== first) setChosen({ of: first, value: first ?? '' })
  const [isAwaited, setAwaited] = useState(false)
  const open = (hit: Hit) => {
    recent = [hit, ...recent.filter(({ id }) => id !== hit.id)].slice(0, RECENT)
    onClose()
    const path = hit.href.startsWith('?') ? `/superadmin${hit.href}` : hit.href
    if (path.split('?')[0] === window.location.pathname) visit(path)
    else window.location.assign(path)
  }
  useEffect(() => {
    if (!isAwaited || search.isLate) return
    setAwaited(false)
    if (firstHit && !search.isError) open(firstHit.hit)
  })
  const many = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <Dialog open onClose={onClose} title={t('title')} {...(isSuperAdmin ? { description: t('detail') } : {})}>
      <Command
        label={t('title')}
        value={chosen.value}
        onValueChange={(value) => setChosen({ of: first, value })}
        onKeyDown={(event) => {
          const isEarly = event.key === 'Enter' && search.isLate && !isTab(chosen.value)
          if (isEarly) event.preventDefault()
          setAwaited(isEarly)
        }}
        className="mt-4 grid gap-3"
      >
        <CommandInput
          autoFocus
          placeholder={t('field')}
          aria-label={t('field')}
          maxLength={SEARCH_MAX}
          value={typed}
          onValueChange={setTyped}
          isBusy={search.isBusy}
        />
        <p role="status" className="px-3 text-sm text-soft">
          {!isSuperAdmin
            ? t('found', { count: many })
            : search.isError
              ? t('failed')
              : typed.trim() !== '' && !search.isLongEnough
                ? t('tooShort')
                : search.isBusy
                  ? t('searching')
                  : search.isLongEnough
                    ? t('found', { count: many })
                    : t('hint')}
        </p>
        <CommandList label={t('results')}>
          {groups.map(({ id, heading, hits }) =>
            hits.length === 0 ? null : (
              <CommandGroup key={id} heading={heading}>
                {hits.map((hit) => (
                  <CommandItem key={hit.id} value={keyOf(id, hit)} onSelect={() => open(hit)}>
                    <hit.Icon aria-hidden="true" className="size-5 shrink-0 text-soft" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-semibold">{hit.words}</span>
                      {hit.detail ? (
                        <span className="figures block truncate text-sm text-soft">{hit.detail}</span>
                      ) : null}
                    </span>
                  </CommandItem>
                ))}
              </CommandGroup>
            ),
          )}
        </CommandList>
      </Command>
    </Dialog>
  )
}

const keyOf = (group: string, { id }: Hit) => `${group} ${id}`
/** Tabs are found without a request, so they are never outdated. */
const isTab = (key: string) => key.startsWith('tabs ')

type Found = ReturnType<typeof useDeskSearch>['found']

/** The officers' list that contains an unpublished video: the queue or the rejected videos. */
function deskOfVideo({ status, title, dancer }: NonNullable<Found>['videos'][number]): string {
  const list: Record<string, string> = status === 'rejected' ? { view: 'decided', status } : {}
  return `/officer?${new URLSearchParams({ tab: 'videos', ...list, search: title || dancer })}`
}

function useGroups(
  typed: string,
  found: Found,
  items: readonly RailItem[],
): { id: string; heading: string; hits: readonly Hit[] }[] {
  const t = useTranslations('Admin.search')
  const tabs = tabHits(typed, items)
  const { people, payers, payments, disputes, videos } = useFoundHits(found)
  return [
    { id: 'recent', heading: t('recent'), hits: typed.trim() === '' ? recent : [] },
    { id: 'people', heading: t('people'), hits: people },
    { id: 'payers', heading: t('payers'), hits: payers },
    { id: 'payments', heading: t('payments'), hits: payments },
    { id: 'disputes', heading: t('disputes'), hits: disputes },
    { id: 'videos', heading: t('videos'), hits: videos },
    { id: 'tabs', heading: t('tabs'), hits: tabs },
  ]
}

/** The tabs whose name contains the text; all tabs if the text is empty. */
function tabHits(typed: string, items: readonly RailItem[]): readonly Hit[] {
  const words = typed.trim().toLowerCase()
  return items
    .map(({ entry, word, href }) => ({
      id: `tab ${entry.page} ${entry.id}`,
      href,
      words: word,
      detail: '',
      Icon: entry.Icon,
    }))
    .filter((hit) => hit.words.toLowerCase().includes(words))
}

function useFoundHits(
  found: Found,
): Record<'people' | 'payers' | 'payments' | 'disputes' | 'videos', readonly Hit[]> {
  const t = useTranslations('Admin.search')
  const roles = useTranslations('AdminUsers.roles')
  const statuses = useTranslations('AdminPayments.statuses')
  const kinds = useTranslations('Dispute.kinds')
  const states = useTranslations('AdminDisputes.states')
  const cases = useCaseWords()
  const formats = useFormats()
  const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ')
  return {
    people: (found?.people ?? []).map((person) => ({
      id: person.id,
      href: `?${new URLSearchParams({ tab: 'users', person: person.id })}`,
      words: person.display_name || person.username,
      detail: joined([
        roles(person.role),
        person.email,
        person.phone_number && formatPhone(person.phone_number),
      ]),
      Icon: UserRound,
    })),
    payers: (found?.payers ?? []).map(({ key, phone }) => ({
      id: `payer ${key}`,
      href: `?${new URLSearchParams({ tab: 'users', payer: key })}`,
      words: t('payer', { phone: formatPhone(phone) }),
      detail: '',
      Icon: Smartphone,
    })),
    payments: (found?.payments ?? []).map((payment) => ({
      id: payment.id,
      href: `?${new URLSearchParams({ tab: 'payments', case: payment.id })}`,
      words: joined([
        payment.amount === null ? null : formats.shillings(payment.amount),
        cases.title(payment),
      ]),
      detail: joined([
        statuses(payment.status),
        payment.receipt ?? payment.reference,
        payment.phone && formatPhone(payment.phone),
        formats.moment(payment.since),
      ]),
      Icon: Banknote,
    })),
    disputes: (found?.disputes ?? []).map(({ id, reference, kind, state, receipt }) => ({
      id: `dispute ${id}`,
      href: `?${new URLSearchParams({ tab: 'disputes', dispute: id })}`,
      words: kinds(kind),
      detail: joined([states(state), reference, receipt]),
      Icon: MessageCircleQuestion,
    })),
    videos: (found?.videos ?? []).map((video) => ({
      id: video.id,
      href: video.status === 'approved' ? `/video/${video.id}` : deskOfVideo(video),
      words: video.title || t('untitled'),
      detail: joined([video.dancer, video.vote_code]),
      Icon: video.status === 'approved' ? Clapperboard : History,
    })),
  }
}
