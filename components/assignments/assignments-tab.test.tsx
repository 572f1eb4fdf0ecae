import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AssignmentDesk } from '#lib/client/assignments/assignment-desk.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import AssignmentsTab from './assignments-tab.tsx'

const OPEN_UNTIL = '2024-11-25T21:00:00.000Z'

function desk(are_submissions_open: boolean, submissions_end_at = OPEN_UNTIL): AssignmentDesk {
  return {
    statistics: {
      total_assignments: 0,
      unique_dancers: 0,
      active_assignments: 0,
      pending_assignments: 0,
      completed_assignments: 0,
      cancelled_assignments: 0,
      unique_tracks: 0,
    },
    challenge: {
      id: '01a2013b-0000-7000-8000-00000000000a',
      title: 'November 2024 Challenge',
      current_phase: 'voting',
      starts_at: '2024-10-31T21:00:00.000Z',
      phase_ends_at: '2024-11-30T21:00:00.000Z',
      ends_at: '2024-11-30T21:00:00.000Z',
      subscription_fee: 1_000,
      is_launch_offer: false,
      launch_slots_left: 0,
      prize_per_winner: 5_000,
      winners: 3,
    },
    unassigned: {
      total_unassigned: 1,
      challenge: {
        title: 'November 2024 Challenge',
        current_phase: 'voting',
        submissions_end_at,
        are_submissions_open,
      },
      unassigned_dancers: [
        {
          id: '01a2013b-0000-7000-8000-00000000000b',
          first_name: 'Otieno',
          last_name: 'Waits',
          username: 'otieno',
          email: 'otieno@ngoma.test',
          subscribed_at: '2024-11-01T09:00:00.000Z',
          tracks_held: 0,
        },
      ],
    },
  }
}

function shown(data: AssignmentDesk, language: 'en' | 'sw' = 'en'): string {
  const client = new QueryClient()
  client.setQueryData(['track-assignments'], data)
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <QueryClientProvider client={client}>
        <AssignmentsTab />
      </QueryClientProvider>
    </InLanguage>,
  )
}

/** Returns the markup of the assign buttons. */
const assigning = (page: string) =>
  page.split('<button').filter((part) => part.includes('Assign Tracks to All') || part.includes('to otieno'))
const waitsLong = ', over 3 days'

test('while submissions are open tracks can be assigned, and a long wait is seen', () => {
  const page = shown(desk(true))
  expect(page).not.toContain('Submissions')
  expect(assigning(page).map((button) => button.includes('disabled=""'))).toEqual([false, false])
  expect(page).toContain(waitsLong)
})

test('once they are closed the page says so, offers nothing that would be refused, and alarms nobody', () => {
  const page = shown(desk(false))
  expect(page).toContain('Submissions closed on')
  expect(assigning(page).map((button) => button.includes('disabled=""'))).toEqual([true, true])
  expect(page).not.toContain(waitsLong)
  expect(shown(desk(false), 'sw')).toContain('Kuwasilisha kulifungwa')
})

test('voting that was ended before that date has closed them as well', () => {
  const page = shown(desk(false, '9999-12-31T21:00:00.000Z'))
  expect(page).toContain('Submissions are closed.')
  expect(page).not.toContain('open until')
})
