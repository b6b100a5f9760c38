package org.sovereignbook.sbp.plugins.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordsTest {
  private static List<String> words(String line) throws ShellWords.SyntaxException {
    return ShellWords.of(line, "/home/ada").stream()
        .map(
            token ->
                switch (token) {
                  case ShellWords.Token.Word word -> word.text();
                  case ShellWords.Token.Separator separator -> separator.ifDone() ? "<&&>" : "<;>";
                })
        .toList();
  }

  static List<String> lines() {
    return List.of(
        "send ada hello",
        "  send\tada   hello  ",
        "send 'Ada of the hills' \"it's me\"",
        "a'b c'd\"e f\"g\\ h",
        "\"a \\\" \\\\ \\x b\"",
        "'a \\ b' '' \"\"",
        "say hi # and no more",
        "say hi#there \\# '#'",
        "one\\\ntwo three\\\n four",
        "'two\nlines'",
        "ü \"日本 語\" \\é",
        "~ ~/x a~ '~' \"~/y\" \\~ ~ada");
  }

  /** The shell of this machine is the judge. */
  @ParameterizedTest
  @MethodSource("lines")
  void wordsAreThoseOfAPosixShell(String line) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", "printf '%s\\000' " + line + "\n");
    shell.environment().put("HOME", "/home/ada");
    Process process = shell.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(words(line))
        .isEqualTo(Arrays.asList(printed.substring(0, printed.length() - 1).split("\0", -1)));
  }

  @Test
  void separatorsEndACommand() throws ShellWords.SyntaxException {
    assertThat(words("a && b;c\nd ';' '&&' a;"))
        .containsExactly("a", "<&&>", "b", "<;>", "c", "<;>", "d", ";", "&&", "a", "<;>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a | b", "a > b", "a < b", "a & b", "a |& b", "a&", "a || b"})
  void whatThisShellHasNotIsRefusedInsteadOfPassedOn(String line) {
    assertThatThrownBy(() -> words(line))
        .isInstanceOfSatisfying(
            ShellWords.SyntaxException.class, e -> assertThat(e.isUnfinished()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"send 'ada", "send \"ada", "send \"ada\\\"", "send \\"})
  void anotherLineMayFinishThis(String line) {
    assertThatThrownBy(() -> words(line))
        .isInstanceOfSatisfying(
            ShellWords.SyntaxException.class, e -> assertThat(e.isUnfinished()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "Ada of the hills",
        "it's",
        "a\"b",
        "a\\b",
        "~",
        "~/x",
        "a;b&&c|d",
        "#",
        "",
        "ü日",
        "$x"
      })
  void aQuotedWordIsReadBack(String word) throws ShellWords.SyntaxException {
    assertThat(words("show " + ShellWords.quoted(word))).containsExactly("show", word);
  }

  @Test
  void whileItIsTypedALineIsReadAsFarAsItGoes() {
    assertThat(ShellWords.soFar("a | send 'Ada of", "")).hasSize(4);
    assertThat(ShellWords.soFar("a | send 'Ada of", "").getLast())
        .isEqualTo(new ShellWords.Token.Word("Ada of", 9, 16));
  }
}
