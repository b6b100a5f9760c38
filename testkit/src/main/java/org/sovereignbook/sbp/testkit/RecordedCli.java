package org.sovereignbook.sbp.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/**
 * A program that stands in for a coding CLI: it says what the real one was once heard to say, and
 * notes how it was called. A shell script, and so not for Windows.
 */
public final class RecordedCli {
  /** Long enough for the slowest machine; no test waits for it. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Instant NOON = Instant.parse("2026-03-17T12:00:00Z");
  private static final int MAX_OUTPUT_TOKENS = 8_000;

  private static final String SCRIPT =
      """
      #!/bin/sh
      notes='%s'
      case "$1" in
        --help|--version) cat "$notes/probe"; exit 0 ;;
      esac
      for argument in "$@"; do printf '%%s\\n' "$argument"; done > "$notes/arguments"
      env > "$notes/environment"
      cat > "$notes/input"
      rm -rf "$notes/work" "$notes/support"
      cp -R "$PWD" "$notes/work"
      cp -R ../support "$notes/support"
      if [ -f "$notes/login" ]; then cp "$notes/refreshed" "../support/$(cat "$notes/login")"; fi
      if [ -f "$notes/writes" ]; then cp "$notes/text" "$(cat "$notes/writes")"; fi
      if [ -f "$notes/works" ]; then
        if grep -q '^Job of the author' "$notes/input"; then
          echo '[]' > operational/author-output/pieces.json
        elif grep -q '^Job of the compactor' "$notes/input"; then
          printf '# Session log, condensed\\n\\nQuiet.\\n\\n[[newest lines]]\\n' > session-log.md
        fi
      fi
      cat "$notes/stdout"
      cat "$notes/stderr" >&2
      exit "$(cat "$notes/exit")"
      """;

  private final Path folder;

  private RecordedCli(Path folder) {
    this.folder = folder;
  }

  /** Makes one that prints nothing and ends well; the folder is also the node's. */
  public static RecordedCli in(Path folder) throws IOException {
    RecordedCli cli = new RecordedCli(folder);
    Files.createDirectories(cli.notes());
    Files.writeString(cli.program(), SCRIPT.formatted(cli.notes()));
    Files.setPosixFilePermissions(cli.program(), PosixFilePermissions.fromString("rwx------"));
    cli.note("probe", "");
    return cli.ends(0, "", "");
  }

  /** Sets the program's description of itself. */
  public RecordedCli describesItselfAs(String text) throws IOException {
    return note("probe", text);
  }

  /** Sets the exit code and output of a run. */
  public RecordedCli ends(int exit, String stdout, String stderr) throws IOException {
    return note("exit", String.valueOf(exit)).note("stdout", stdout).note("stderr", stderr);
  }

  /** Makes a run write a file, by path below the working directory. */
  public RecordedCli writes(String path, String text) throws IOException {
    return note("writes", path).note("text", text);
  }

  /** Makes a run replace its login, by path below {@code support}. */
  public RecordedCli refreshes(String login, String text) throws IOException {
    return note("login", login).note("refreshed", text);
  }

  /** Makes a run with tools write its role's output: no piece, and a short session log. */
  public RecordedCli worksWithTools() throws IOException {
    return note("works", "");
  }

  public Path program() {
    return folder.resolve("program");
  }

  /** Returns the arguments of the last run. */
  public List<String> arguments() throws IOException {
    return Files.readAllLines(notes().resolve("arguments"));
  }

  /** Returns the environment of the last run. */
  public Map<String, String> environment() throws IOException {
    return Files.readAllLines(notes().resolve("environment")).stream()
        .filter(line -> line.contains("="))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1)));
  }

  /** Returns the text on standard input. */
  public String input() throws IOException {
    return Files.readString(notes().resolve("input"));
  }

  /** Returns the working directory of the last run, as it was at its start. */
  public Path work() {
    return notes().resolve("work");
  }

  /** Returns the settings of the last run. */
  public Path support() {
    return notes().resolve("support");
  }

  /** Creates a request for this program, with an ethos and a stranger's message as inputs. */
  public LlmRequest request(String role, LlmRequest.Mode mode, String name, JsonObject settings) {
    return new LlmRequest(
        role,
        mode,
        "# Judge\n",
        List.of(
            new LlmRequest.Input("ethos.md", "Be kind.", false),
            new LlmRequest.Input("operational/inbox-digest.json", "write to me@example.com", true)),
        BuiltinJobs.of(role).output(),
        Optional.empty(),
        new LlmRequest.Budget(MAX_OUTPUT_TOKENS, Optional.empty(), PATIENCE),
        new LlmRequest.Context(
            Config.at("llm." + name, settings.with("program", program().toString())),
            () -> NOON,
            new SecureRandom(),
            folder.resolve("scratch"),
            () -> {
              throw new AssertionError("no CLI need know who asks");
            }));
  }

  private Path notes() {
    return folder.resolve("notes");
  }

  private RecordedCli note(String name, String text) throws IOException {
    Files.writeString(notes().resolve(name), text);
    return this;
  }
}
