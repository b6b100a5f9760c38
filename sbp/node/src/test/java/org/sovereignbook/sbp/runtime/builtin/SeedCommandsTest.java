package org.sovereignbook.sbp.runtime.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * The commands of IMPLEMENTATION §7, to the letter: a coding CLI is started in the node's folder
 * with nothing but the prompt, and writes the right file by its own tools.
 */
@DisabledOnOs(OS.WINDOWS)
class SeedCommandsTest {
  private static final String CLAUDE =
      "~/.claude/local/claude -p --dangerously-skip-permissions"
          + " \"$(cat runtime/agent-prompts/CLAUDE-%s.md)\"";

  /** A model that does what the prompt says at its end, to the file that the prompt names there. */
  private static final String MODEL =
      """
      #!/bin/sh
      [ "$1 $2" = '-p --dangerously-skip-permissions' ] && [ $# -eq 3 ] || exit 2
      told=$(printf '%s\\n' "$3" | sed -n '/^## If nothing stands below this line/,$p')
      file=$(printf '%s\\n' "$told" | tr '\\n' ' ' | sed 's/.*file `\\(runtime[^`]*\\)`.*/\\1/')
      case $3 in
        '# You are the reader'*)
          id=$(sed -n 's/.*"id": "\\([^"]*\\)".*/\\1/p' runtime/operational/inbox-digest.json)
          hash=$(sed -n 's/.*"content_hash": "\\([^"]*\\)".*/\\1/p' runtime/operational/inbox-digest.json)
          printf '{"decisions":[{"inbox_id":"%s","action":"endorse_content","target_hash":"%s",\
      "log":"as told"}],"session_notes":"done"}' "$id" "$hash" >"$file" ;;
        '# You are the author'*)
          echo '{"title":"As told","body":"By a tool for files.","tags":[]}' >"$file" ;;
        '# You are the compactor'*)
          { printf '# Session log, condensed\\n\\nA long time.\\n\\n'
            echo '<!-- condensed above, verbatim below -->'
            tail -n 200 "$file"; } >new && mv new "$file" ;;
      esac
      """;

  @TempDir Path folder;

  @Test
  void thePromptAloneMakesACodingCliWriteTheRightFiles() throws Exception {
    Path home = folder.resolve("my-agent");
    assertThat(run("init", home.toString(), "--local")).isZero();
    installModel();
    Node node = Node.at(home);
    JsonObject config = node.config().json();
    node.writeJson(
        node.home().schedulerConfig(),
        config.with(
            "commands",
            config
                .object("commands")
                .orElseThrow()
                .with(
                    "reader",
                    "./runtime/scripts/reader-preprocess && "
                        + CLAUDE.formatted("READER")
                        + " && ./runtime/scripts/reader-postprocess")
                .with(
                    "author",
                    CLAUDE.formatted("AUTHOR") + " && ./runtime/scripts/author-postprocess")
                .with("compactor", CLAUDE.formatted("COMPACTOR"))));
    node.writeText(
        node.home().sessionLog(),
        IntStream.rangeClosed(1, 600)
            .mapToObj("[reader] 2026-03-17T12:00:00Z decided on item %d\n"::formatted)
            .collect(Collectors.joining()));
    FileStore store = new FileStore(node);
    receivePiece(node, store, TestKeys.eve());

    assertThat(run("tick", "--home", home.toString())).isZero();

    assertThat(ObjectStore.ENDORSEMENTS_CREATED.in(node.home()))
        .isDirectoryContaining(file -> textOf(file).contains("\"target_kind\": \"content\""));
    assertThat(ObjectStore.CONTENT_CREATED.in(node.home()))
        .isDirectoryContaining(file -> textOf(file).contains("By a tool for files."));
    assertThat(node.home().authorOutput()).isEmptyDirectory();
    List<String> log = store.lines(LogFile.SESSION);
    assertThat(log)
        .startsWith("# Session log, condensed")
        .contains("[reader] 2026-03-17T12:00:00Z decided on item 600")
        .doesNotContain("[reader] 2026-03-17T12:00:00Z decided on item 300");
  }

  private void installModel() throws IOException {
    Path program = folder.resolve(".claude/local/claude");
    Files.createDirectories(program.getParent());
    Files.writeString(program, MODEL);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private static void receivePiece(Node node, FileStore store, KeyPair sender) {
    JsonObject piece =
        Signing.sign(
            Content.build(
                sender.publicKey(),
                "On fog",
                "Three kinds.",
                List.of(),
                Optional.empty(),
                node.now()),
            sender,
            "author_key");
    JsonObject unsigned =
        Envelope.build(
            MessageType.SHARE,
            piece,
            sender.publicKey(),
            Endpoint.parse("http://127.0.0.1:9"),
            node.identity().publicKey(),
            node.now());
    store
        .inbox()
        .accept(
            JsonWriter.compact(Envelope.sign(unsigned, sender)).getBytes(StandardCharsets.UTF_8),
            node.clock().instant());
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(PackedProgram.script().toString()).directory(folder.toFile());
    builder.command().addAll(List.of(arguments));
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("SBP", PackedProgram.script().toString());
    return builder.start().waitFor();
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
