package org.sovereignbook.sbp.ops.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ColorMode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;

/** What a person is asked before a node is made. */
class InitOptionsTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final InitOptions options = new InitOptions();

  private void ask(String typed) throws IOException {
    World world =
        new World(
            Map.of(),
            folder,
            new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            () -> true,
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    options.ask(
        Session.of(world, new Output(world, false, ColorMode.NEVER), CommandLines.table()),
        folder.resolve("my-agent"));
  }

  @Test
  void anEmptyLineTakesWhatIsOfferedAndNoAddressMeansThisMachineOnly() throws IOException {
    ask("\n\n\n\n");

    assertThat(options.name).hasValue("my-agent");
    assertThat(options.endpoint).isEmpty();
    assertThat(options.isLocal()).isTrue();
    assertThat(options.prompt).isEmpty();
    assertThat(options.llm).hasValue("builtin");
  }

  @Test
  void aWrongAnswerIsAskedForAgainWithTheReason() throws IOException {
    ask("Ada\nada.example\nhttps://ada.example\nlike tides\nnosuch\nbuiltin\n");

    assertThat(options.name).hasValue("Ada");
    assertThat(options.endpoint.orElseThrow()).hasToString("https://ada.example");
    assertThat(options.isLocal()).isFalse();
    assertThat(options.prompt).hasValue("like tides");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("does not begin with https://", "no LLM backend is called \"nosuch\"");
  }

  @Test
  void whatAnOptionSaysIsNotAsked() throws IOException {
    options.name = java.util.Optional.of("Echo");
    options.local = true;
    options.llm = java.util.Optional.of("builtin");

    ask("like tides\n");

    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("name", "address", "judges");
    assertThat(options.prompt).hasValue("like tides");
  }
}
