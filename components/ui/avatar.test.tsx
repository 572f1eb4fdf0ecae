import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test.each([
  ['amina', 'A'],
  [' 💃 Otieno', '💃'],
  ['', ''],
])('“%s” without a picture is shown by its first character', (name, shown) => {
  expect(renderToStaticMarkup(<Avatar name={name} picture="" />)).toContain(`>${shown}</span>`)
})
