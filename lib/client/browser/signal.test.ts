import { expect, test } from 'vitest'
import { Signal } from './signal.ts'

test('what is asked before anybody listens waits, in order, and wakes the host', () => {
  const signal = new Signal<string>()
  let woken = 0
  signal.onWake(() => woken++)
  signal.emit('a')
  signal.emit('b')
  expect(signal.isWaiting).toBe(true)
  const heard: string[] = []
  signal.listen((message) => heard.push(message))
  signal.emit('c')
  expect(heard).toEqual(['a', 'b', 'c'])
  expect(signal.isWaiting).toBe(false)
  // At each of the three, and when the queue was passed on.
  expect(woken).toBe(4)
})

test('what waits can be changed or taken back before anybody listens', () => {
  const signal = new Signal<string>()
  signal.emit('a')
  signal.replace('b')
  expect(signal.first).toBe('b')
  signal.replace(null)
  expect(signal.first).toBeNull()
  const heard: string[] = []
  signal.listen((message) => heard.push(message))
  expect(heard).toEqual([])
})

test('after the listener left, messages wait for the next one', () => {
  const signal = new Signal<string>()
  const stop = signal.listen(() => undefined)
  stop()
  signal.emit('a')
  const heard: string[] = []
  signal.listen((message) => heard.push(message))
  expect(heard).toEqual(['a'])
})
