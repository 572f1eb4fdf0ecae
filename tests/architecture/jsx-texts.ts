import path from 'node:path'
import type { JsxChild, Node, SourceFile } from 'typescript/unstable/ast'
import {
  isFunctionDeclaration,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
} from 'typescript/unstable/ast/is'
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'

/** A child of an element over the page's life. */
type Child = {
  words: string
  isText: boolean
  /** It appears and disappears, or changes its element. */
  changes: boolean
  /** Content from the caller. */
  isSlot: boolean
}

const text = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike
const nothing = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike | TypeFlags.Void
const emptyText = /[?:|]\s*''/

/**
 * Finds texts that break React after a translation by the browser. Chrome replaces each text node by a
 * `<font>`; React then fails when it inserts an element before the text, or removes the text. A text that is
 * its element's only child is safe, because React sets it through the element.
 * @returns each place as `file:line: children`
 */
export function unsafeTexts(root: string, files: readonly string[]): string[] {
  const compiler = new API({ cwd: root })
  try {
    const snapshot = compiler.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] })
    return snapshot.getProjects().flatMap(({ program, checker }) =>
      files.flatMap((name) => {
        const file = program.getSourceFile(path.join(root, name))
        return file ? unsafeIn(file, checker).map((found) => `${name}:${found}`) : []
      }),
    )
  } finally {
    compiler.close()
  }
}

function unsafeIn(file: SourceFile, checker: Checker): string[] {
  const found: string[] = []
  const wordsOf = (node: Node) => file.text.slice(node.pos, node.end)
  const add = (at: number, words: string) =>
    found.push(`${file.text.slice(0, at).split('\n').length}: ${words}`)
  const visit = (node: Node): void => {
    if (isJsxElement(node) || isJsxFragment(node)) {
      const children = node.children.flatMap((child) => childOf(child, checker, wordsOf) ?? [])
      if (isUnsafe(children, isJsxFragment(node)))
        add(
          node.children.pos,
          children.map(({ words }) => words.replaceAll(/\s+/g, ' ').slice(0, 60)).join(' | '),
        )
    }
    if (isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')) {
      const signature = checker.getSignatureFromDeclaration(node)
      const { isText, isSlot } = kindOf(signature && checker.getReturnTypeOfSignature(signature), checker)
      if (isText && !isSlot) add(node.body?.pos ?? node.end, `${node.name?.text} returns text`)
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found
}

function isUnsafe(children: readonly Child[], isFragment: boolean): boolean {
  const texts = children.filter(({ isText, isSlot }) => isText && !isSlot)
  if (isFragment && texts.length > 0) return true
  if (children.length === 1) return /^\{[^<>]*[?:]\s*\w+\.rich\(/.test(children[0]?.words ?? '')
  const comesAndGoes = texts.some(({ changes }) => changes)
  return comesAndGoes || children.some(({ isText }, at) => isText && followsChange(children.slice(0, at)))
}

/** Whether something before a text changes, without a stable element in between. */
function followsChange(before: readonly Child[]): boolean {
  const nearest = before.findLast(({ isText, changes }) => changes || !isText)
  return nearest?.changes ?? false
}

/** @returns null for what React does not render */
function childOf(node: JsxChild, checker: Checker, wordsOf: (node: Node) => string): Child | null {
  const words = wordsOf(node).trim()
  if (isJsxText(node)) {
    const isLayout = words === '' && wordsOf(node).includes('\n')
    return isLayout ? null : { words, isText: true, changes: false, isSlot: false }
  }
  if (isJsxExpression(node)) {
    if (!node.expression) return null
    const { isText, isSlot, ...kind } = kindOf(checker.getTypeAtLocation(node.expression), checker)
    const isElement = !isText && !kind.comesAndGoes && /^\{\s*\(?\s*</.test(words)
    const changes = !isElement && (kind.comesAndGoes || kind.isElement || (isText && emptyText.test(words)))
    return { words, isText, changes, isSlot }
  }
  return { words, isText: false, changes: isJsxFragment(node) || mayBeNothing(node, checker), isSlot: false }
}

/** Whether a component's element can render nothing. */
function mayBeNothing(node: JsxChild, checker: Checker): boolean {
  const tag = isJsxElement(node) ? node.openingElement.tagName : isJsxSelfClosingElement(node) && node.tagName
  // Elements of HTML always render.
  if (!tag || (isIdentifier(tag) && /^[a-z]/.test(tag.text))) return false
  const type = checker.getTypeAtLocation(tag)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  const kind = kindOf(signature && checker.getReturnTypeOfSignature(signature), checker)
  return kind.comesAndGoes && kind.isElement && !kind.isSlot
}

function kindOf(type: Type | undefined, checker: Checker) {
  const parts = !type ? [] : type.isUnionType() ? type.getTypes() : [type]
  const isText = parts.some(({ flags }) => flags & text)
  const isElement = parts.some(({ flags }) => !(flags & (text | nothing)))
  const isList = parts.some((part) => checker.isArrayLikeType(part))
  const comesAndGoes = isList || parts.some(({ flags }) => flags & nothing)
  // React's own type for everything renderable.
  return { isText, isElement, comesAndGoes, isSlot: isText && isElement && comesAndGoes }
}
