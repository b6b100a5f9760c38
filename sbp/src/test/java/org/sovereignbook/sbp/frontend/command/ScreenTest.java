package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;

class ScreenTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Screen screen(int columns, int rows) throws IOException {
    DumbTerminal terminal =
        new DumbTerminal(
            "test", "xterm", new ByteArrayInputStream(new byte[0]), out, StandardCharsets.UTF_8);
    terminal.setSize(Size.of(columns, rows));
    return new Screen(terminal);
  }

  private String drawn() {
    String text = out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    out.reset();
    return text;
  }

  @Test
  void linesAreDrawnOverThoseShownBefore() throws IOException {
    try (Screen screen = screen(20, 10)) {
      screen.show(List.of("one", "two"));
      assertThat(drawn()).isEqualTo("\r\033[2Kone\n\r\033[2Ktwo\n\033[J");

      screen.show(List.of("three"));
      assertThat(drawn()).isEqualTo("\033[2A\r\033[2Kthree\n\033[J");
    }
  }

  @Test
  void aKeyThatTheTerminalShowsMovesNothing() throws IOException {
    try (Screen screen = screen(20, 10)) {
      screen.show(List.of("one"));
      String _ = drawn();

      screen.show(List.of());
      assertThat(drawn()).isEqualTo("\033[1A\r\033[J");
    }
  }

  @Test
  void whatDoesNotFitIsCutSoThatNothingWrapsOrScrolls() throws IOException {
    try (Screen screen = screen(5, 3)) {
      screen.show(IntStream.range(0, 9).mapToObj(i -> "abcdefgh").toList());

      assertThat(drawn()).isEqualTo("\r\033[2Kabc\u2026\n\r\033[2Kabc\u2026\n\033[J");
    }
  }

  @Test
  void keysAreGivenAsTheyAreTypedAndControlCStillEndsTheProcess() throws IOException {
    DumbTerminal terminal =
        new DumbTerminal(
            "test", "xterm", new ByteArrayInputStream(new byte[0]), out, StandardCharsets.UTF_8);
    Attributes before = terminal.getAttributes();
    before.setLocalFlags(EnumSet.of(LocalFlag.ISIG, LocalFlag.ICANON, LocalFlag.ECHO), true);
    terminal.setAttributes(before);
    try (Screen screen = new Screen(terminal)) {
      screen.takeKeys();

      Attributes keys = terminal.getAttributes();
      assertThat(keys.getLocalFlag(LocalFlag.ISIG)).isTrue();
      assertThat(keys.getLocalFlag(LocalFlag.ICANON)).isFalse();
      assertThat(keys.getLocalFlag(LocalFlag.ECHO)).isFalse();
    }
  }

  @Test
  void aTerminalThatTheEndOfTheProcessHasClosedIsNoFailure() throws IOException {
    DumbTerminal terminal =
        new DumbTerminal(
            "test", "xterm", new ByteArrayInputStream(new byte[0]), out, StandardCharsets.UTF_8);
    Screen screen = new Screen(terminal);
    screen.takeKeys();
    terminal.close();

    screen.takeKeys();
    screen.lend(() -> {});
    screen.show(List.of("late"));
    screen.close();

    assertThat(drawn()).doesNotContain("late");
  }

  @Test
  void withoutATerminalThereIsNoScreen(@TempDir Path folder) throws IOException {
    World world =
        CliTest.in(folder).world(new ByteArrayOutputStream(), new ByteArrayOutputStream());

    assertThat(Screen.open(world)).isEmpty();
  }

  @Test
  void onlyTheStylesOfTheProgramAreDrawn() throws IOException {
    try (Screen screen = screen(60, 10)) {
      screen.show(List.of("a\033[2Jb\u202e\u009bc\rd\ne"));
      assertThat(drawn()).isEqualTo("\r\033[2Ka\\u001b[2Jb\\u202e\\u009bc\\rd\\ne\n\033[J");
    }
  }
}
