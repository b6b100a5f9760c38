package org.sovereignbook.sbp.plugins.exec;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Commands for programs that people have (docs/backends.md says which of them were run). An
 * argument that is a placeholder without a value goes, and with it the option before it.
 */
@SuppressWarnings(
    "ImmutableEnumChecker") // The collections are unmodifiable, which their types do not say.
enum ExecPreset {
  CODEX(
      Answer.FILE,
      List.of(
          "codex",
          "exec",
          "--skip-git-repo-check",
          "--ephemeral",
          "--ignore-user-config",
          "--ignore-rules",
          "-c",
          "project_doc_max_bytes=0",
          "-s",
          "read-only",
          "--json",
          "--output-schema",
          "{schema}",
          "-o",
          "{answer}",
          "-m",
          "{model}",
          "-"),
      Set.of("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME"),
      Map.of()),
  QWEN(
      Answer.STDOUT,
      List.of("qwen", "-m", "{model}", "-p", "Do the job that is described on standard input."),
      Set.of("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY"),
      Map.of()),
  GOOSE(
      Answer.STDOUT,
      List.of("goose", "run", "--quiet", "--no-session", "-i", "-"),
      Set.of(
          "GOOSE_PROVIDER",
          "OPENAI_API_KEY",
          "ANTHROPIC_API_KEY",
          "GOOGLE_API_KEY",
          "OPENROUTER_API_KEY",
          "OLLAMA_HOST"),
      Map.of("GOOSE_MODE", "chat", "GOOSE_MODEL", "{model}")),
  AIDER(
      Answer.FILE,
      List.of(
          "aider",
          "--yes-always",
          "--no-git",
          "--no-auto-commits",
          "--no-check-update",
          "--no-show-model-warnings",
          "--no-gitignore",
          "--no-suggest-shell-commands",
          "--model",
          "{model}",
          "--input-history-file",
          "{support}/input.history",
          "--chat-history-file",
          "{support}/chat.history",
          "--message-file",
          "{prompt}",
          "{answer}"),
      Set.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "OLLAMA_API_BASE"),
      Map.of()),
  LLM(
      Answer.STDOUT,
      List.of("llm", "-m", "{model}", "--no-stream", "--no-log", "--schema", "{schema}"),
      Set.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "LLM_USER_PATH"),
      Map.of()),
  COPILOT(
      Answer.STDOUT,
      List.of(
          "copilot",
          "-s",
          "--no-ask-user",
          "--deny-tool=shell",
          "--deny-tool=write",
          "--model",
          "{model}",
          "-p",
          "Do the job that is described on standard input."),
      Set.of("COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"),
      Map.of());

  /** Place of a program's answer. */
  enum Answer {
    STDOUT,
    FILE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  private final Answer answer;
  private final List<String> command;
  private final Set<String> environment;
  private final Map<String, String> variables;

  ExecPreset(
      Answer answer, List<String> command, Set<String> environment, Map<String, String> variables) {
    this.answer = answer;
    this.command = command;
    this.environment = environment;
    this.variables = variables;
  }

  Answer answer() {
    return answer;
  }

  List<String> command() {
    return command;
  }

  /** Returns the names of the operator's variables that the program needs. */
  Set<String> environment() {
    return environment;
  }

  /** Variables that it is given. */
  Map<String, String> variables() {
    return variables;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
