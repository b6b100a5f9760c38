// Memory of a node (sbp) for OpenCode. Written by "sbp mcp install opencode --hooks"; "sbp mcp uninstall opencode"
// deletes it. A session begins with what the node remembers, and leaves what the next one should know. Nothing here
// stops a session: what fails is one line in OpenCode's log.
import { spawn } from "node:child_process"

const PROGRAM = "the program"
const HOME = "the node"
const OPTIONS = "more options"

const MAX_MS = 10000
const MAX_CHARACTERS = 65536
const MOST_TEXTS = 20

function run(moment, input) {
  return new Promise((resolve, reject) => {
    const words = [...PROGRAM.slice(1), "memory", "hook", moment, "--home", HOME, ...OPTIONS]
    const child = spawn(PROGRAM[0], words, { stdio: ["pipe", "pipe", "pipe"] })
    const timer = setTimeout(() => child.kill(), MAX_MS)
    let out = ""
    let err = ""
    child.stdout.on("data", (data) => (out = (out + data).slice(0, MAX_CHARACTERS)))
    child.stderr.on("data", (data) => (err = (err + data).slice(0, MAX_CHARACTERS)))
    child.stdin.on("error", () => {})
    child.on("error", (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on("close", () => {
      clearTimeout(timer)
      resolve({ out, err })
    })
    child.stdin.end(JSON.stringify(input))
  })
}

export const SbpMemory = async ({ client, directory }) => {
  const begun = new Map()
  const below = new Set()

  const log = async (message) => {
    try {
      await client.app.log({ body: { service: "sbp", level: "warn", message: message.trim() } })
    } catch {
      // Without a log there is nobody to tell.
    }
  }

  const hook = async (moment, input) => {
    try {
      const { out, err } = await run(moment, { cwd: directory, ...input })
      if (err.trim()) await log(err)
      return out.trim()
    } catch (error) {
      await log("memory hook: " + error)
      return ""
    }
  }

  return {
    // A session of a subagent belongs to the session above it.
    event: async ({ event }) => {
      const session = event?.properties?.info
      if (event?.type === "session.created" && session?.parentID) below.add(session.id)
    },
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (!sessionID || below.has(sessionID)) return
      if (!begun.has(sessionID)) begun.set(sessionID, hook("start", { session_id: sessionID }))
      const text = await begun.get(sessionID)
      if (text) output.system.push(text)
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      try {
        const { data } = await client.session.messages({ path: { id: sessionID } })
        const texts = data.flatMap((message) => message.parts.filter((part) => part.type === "text"))
        await hook("compact", { texts: texts.map((part) => part.text).slice(-MOST_TEXTS) })
      } catch (error) {
        await log("memory hook: " + error)
      }
    },
    "tool.execute.after": async ({ tool, args }) => {
      const file = args?.filePath
      if ((tool === "write" || tool === "edit") && /[\\/]memory[\\/]/.test(file ?? "")) {
        const content = args.content ?? args.newString
        await hook("learned", { tool_input: { file_path: file, content } })
      }
    },
    dispose: async () => {
      if (begun.size > 0) await hook("end", {})
    },
  }
}
