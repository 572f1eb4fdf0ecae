import { beforeEach, describe, expect, test } from 'vitest'
import { countdown } from './idle-state.ts'
import { type IdleMemory, IdleTimer } from './idle-timer.ts'

const MINUTE = 60_000

let at = 0
let isPlaying = false
let kept: { lastActivity: number | null; warned: boolean }

const memory: IdleMemory = {
  lastActivity: () => kept.lastActivity,
  setLastActivity: (moment) => {
    kept.lastActivity = moment
  },
  isWarned: () => kept.warned,
  setWarned: (is) => {
    kept.warned = is
  },
}

/** All tabs share the memory. */
const openTab = () => {
  const timer = new IdleTimer({ clock: () => at, memory, isPlaying: () => isPlaying })
  timer.begin()
  return timer
}

beforeEach(() => {
  at = Date.UTC(2026, 10, 21)
  isPlaying = false
  kept = { lastActivity: null, warned: false }
})

function later(ms: number, ...tabs: IdleTimer[]): void {
  at += ms
  for (const tab of tabs) tab.check()
}

describe('without activity', () => {
  test('the warning comes after 30 minutes, not a second sooner, and counts down from 300', () => {
    const tab = openTab()
    later(30 * MINUTE - 1000, tab)
    expect(tab.state).toEqual({ kind: 'active' })
    later(1000, tab)
    expect(tab.state).toEqual({ kind: 'warning', secondsLeft: 300 })
    later(MINUTE, tab)
    expect(tab.state).toEqual({ kind: 'warning', secondsLeft: 240 })
    later(4 * MINUTE - 1000, tab)
    expect(tab.state).toEqual({ kind: 'warning', secondsLeft: 1 })
  })

  test('it is over at zero', () => {
    const tab = openTab()
    later(35 * MINUTE, tab)
    expect(tab.state).toEqual({ kind: 'over' })
  })

  test('a page that slept longer than that is over as soon as it looks', () => {
    const tab = openTab()
    later(8 * 60 * MINUTE, tab)
    expect(tab.state).toEqual({ kind: 'over' })
    tab.note()
    expect(tab.state).toEqual({ kind: 'over' })
  })
})

describe('activity', () => {
  test('begins the 30 minutes anew', () => {
    const tab = openTab()
    later(29 * MINUTE, tab)
    tab.note()
    later(29 * MINUTE, tab)
    expect(tab.state).toEqual({ kind: 'active' })
  })

  test('in one tab is activity in all', () => {
    const [here, there] = [openTab(), openTab()]
    later(29 * MINUTE, here, there)
    there.note()
    later(29 * MINUTE, here, there)
    expect(here.state).toEqual({ kind: 'active' })
  })

  test('is what plays, too', () => {
    const tab = openTab()
    isPlaying = true
    for (let minute = 0; minute < 90; minute++) later(MINUTE, tab)
    expect(tab.state).toEqual({ kind: 'active' })
    isPlaying = false
    later(30 * MINUTE, tab)
    expect(tab.state).toMatchObject({ kind: 'warning' })
  })

  test('is no answer to the warning', () => {
    const tab = openTab()
    later(31 * MINUTE, tab)
    tab.note()
    isPlaying = true
    later(1000, tab)
    expect(tab.state).toEqual({ kind: 'warning', secondsLeft: 239 })
  })

  test('is written down every five seconds at the most', () => {
    const tab = openTab()
    const begun = at
    later(4_000)
    tab.note()
    expect(kept.lastActivity).toBe(begun)
    later(1_000)
    tab.note()
    expect(kept.lastActivity).toBe(begun + 5_000)
  })
})

describe('the warning', () => {
  test('is ended in every tab by extending in one', () => {
    const [here, there] = [openTab(), openTab()]
    later(32 * MINUTE, here, there)
    there.extend()
    later(1000, here, there)
    expect(here.state).toEqual({ kind: 'active' })
    later(29 * MINUTE, here, there)
    expect(there.state).toEqual({ kind: 'active' })
  })

  test('stays, with its time, when the page is loaded again', () => {
    later(31 * MINUTE, openTab())
    expect(openTab().state).toEqual({ kind: 'warning', secondsLeft: 240 })
    later(10 * MINUTE)
    expect(openTab().state).toEqual({ kind: 'over' })
  })

  test('does not wait for people who come back after the pages were closed', () => {
    openTab()
    later(24 * 60 * MINUTE)
    expect(openTab().state).toEqual({ kind: 'active' })
  })
})

test('a clock that is put back does not keep the session for ever', () => {
  const tab = openTab()
  at -= 60 * MINUTE
  tab.note()
  later(30 * MINUTE, tab)
  expect(tab.state).toMatchObject({ kind: 'warning' })
})

test('looks again in time for each change', () => {
  const tab = openTab()
  expect(tab.nextCheckIn).toBe(10_000)
  later(30 * MINUTE - 400, tab)
  expect(tab.nextCheckIn).toBe(400)
  later(700, tab)
  expect(tab.nextCheckIn).toBe(700)
})

test('listeners hear of changes alone', () => {
  const tab = openTab()
  let heard = 0
  tab.subscribe(() => heard++)
  later(MINUTE, tab)
  expect(heard).toBe(0)
  later(29 * MINUTE, tab)
  tab.check()
  expect(heard).toBe(1)
})

test('seconds read as minutes', () => {
  expect([300, 299, 60, 9].map(countdown)).toEqual(['5:00', '4:59', '1:00', '0:09'])
})
