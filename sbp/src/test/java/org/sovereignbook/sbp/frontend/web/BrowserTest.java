package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;

/** The browser of the person at the terminal gets no secret that others can read. */
@DisabledOnOs({OS.WINDOWS, OS.MAC})
class BrowserTest {
  private static final String TOKEN = "abcdefghijabcdefghijabcdefghijabcdefghijabc";

  @TempDir private Path folder;

  @Test
  void theBrowserIsLedToTheAddressByAPrivateFile() throws Exception {
    TestNode node = TestNode.in(folder.resolve("node"));
    Path said = folder.resolve("said");
    Path programs = Files.createDirectory(folder.resolve("bin"));
    Path program = programs.resolve("xdg-open");
    Files.writeString(
        program, "#!/bin/sh\n{ echo \"$0 $*\"; env; echo end; } > '%s'\n".formatted(said));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> environment =
        Map.of(
            "PATH",
            programs + ":/usr/bin:/bin",
            "DISPLAY",
            ":7",
            "XAUTHORITY",
            "/home/ann/.Xauthority",
            "SBP_AGENT_TOKEN",
            TOKEN,
            "OPENAI_API_KEY",
            TOKEN,
            "CHAIN_PRIVATE_KEY",
            TOKEN);
    Session session = atATerminal(node, folder, environment);

    Browser.open(session, node.node(), "http://127.0.0.1:8464/#" + TOKEN);

    Eventually.holds("the program has run", () -> text(said).endsWith("end\n"));
    Path page = WebPlace.page(node.node());
    assertThat(Files.readString(said))
        .contains(page.toString(), "DISPLAY=:7", "XAUTHORITY=/home/ann/.Xauthority")
        .doesNotContain(TOKEN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(page)).contains("url=http://127.0.0.1:8464/#" + TOKEN);
  }

  /** Returns a session with a person at a terminal. */
  static Session atATerminal(TestNode node, Path folder, Map<String, String> environment) {
    World world =
        new World(
            environment,
            folder,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            () -> true,
            node.node().disk(),
            node.node().clock(),
            new SecureRandom());
    return Session.of(world, new Output(world, false), CommandLines.table());
  }

  static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
