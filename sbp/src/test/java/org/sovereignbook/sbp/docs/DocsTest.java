package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.cli.CommandLines;

/** Every page is followed to the letter: its commands are run, its links are gone after. */
class DocsTest {
  @TempDir Path folder;

  static List<Path> pages() {
    return Page.all().stream().map(page -> Page.root().relativize(page.file())).toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theCommandsOfAPageWork(Path page) throws IOException {
    boolean makesItsNode = page.equals(Path.of("README.md"));
    try (Newcomer newcomer = new Newcomer(folder)) {
      if (!makesItsNode) {
        newcomer.withNode();
      }
      newcomer.follow(Page.named(page.toString()));
    }
  }

  @Test
  void aCommandThatDoesNotWorkIsFound() throws IOException {
    try (Newcomer newcomer = new Newcomer(folder).withNode()) {
      for (String command :
          List.of(
              "sbp publish piece.md",
              "sbp serve --nonsense",
              "sbp demo --knots 3",
              "sbp peers show Nobody",
              "sbp log --follow --nonsense",
              "mvn package",
              "cd nowhere",
              "rm piece.md")) {
        Page page = Page.of("```sh\n" + command + "\n```\n");
        assertThatThrownBy(() -> newcomer.follow(page)).as(command).hasMessageContaining(command);
      }
      Page fine = Page.of("```sh\nsbp post piece.md && sbp serve  # serves\n```\n");
      assertThatCode(() -> newcomer.follow(fine)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theCommandsThatAPageMentionsExist(Path page) {
    assertThat(mentioned(Page.named(page.toString()))).filteredOn(DocsTest::isNoCommand).isEmpty();
  }

  @Test
  void aMentionedCommandThatDoesNotExistIsFound() {
    Page page =
        Page.of("`sbp post FILE`, `sbp post`, `sbp init --pace`, `sbp post --to`, `sbp pst`");

    assertThat(mentioned(page))
        .filteredOn(DocsTest::isNoCommand)
        .containsExactly("sbp post --to", "sbp pst");
  }

  private static List<String> mentioned(Page page) {
    return page.code().stream()
        .filter(code -> code.matches("sbp [a-z-]+( .*)?"))
        .map(code -> code.replace("sbp help COMMAND", "sbp init"))
        .toList();
  }

  /** Text may end in an option without its value: any value that fits will do. */
  private static boolean isNoCommand(String code) {
    String words =
        code.substring("sbp ".length())
            .replace("URL", "https://a.example.com")
            .replace("ROLE", "reader")
            .replace("SHELL", "bash")
            .replace("NUMBER", "1");
    List<String> values =
        words.matches(".* --?[a-z]+")
            ? List.of("", " 1", " active", " https://a.example.com")
            : List.of("");
    return values.stream().noneMatch(value -> isCommand(words + value));
  }

  private static boolean isCommand(String words) {
    if (words.startsWith("help ")) {
      return true; // Help takes any words.
    }
    if (!words.contains(" ")) {
      return CommandLines.exists(words); // It is only named, not shown.
    }
    try {
      CommandLines.requireValid(List.of(words.split(" ")));
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theLinksOfAPageLeadSomewhere(Path page) {
    assertThat(brokenLinks(Page.named(page.toString()))).isEmpty();
  }

  @Test
  void aBrokenLinkIsFound() {
    Page page =
        new Page(
            Page.root().resolve("docs/decisions.md"),
            List.of(
                "[a](nowhere.md) [b](library.md#must) [c](library.md#mist) [d](https://x.org)"));

    assertThat(brokenLinks(page)).containsExactly("nowhere.md", "library.md#mist");
  }

  private static List<String> brokenLinks(Page page) {
    return page.links().stream()
        .filter(link -> !link.startsWith("https://"))
        .filter(link -> !leadsSomewhere(page, link))
        .toList();
  }

  private static boolean leadsSomewhere(Page page, String link) {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]).normalize();
    return Files.exists(target)
        && (parts.length == 1 || Page.read(target).anchors().contains(parts[1]));
  }

  @Test
  void readmeIsShortAndNamesEveryPage() throws IOException {
    Page readme = Page.named("README.md");

    assertThat(readme.lines()).hasSizeLessThanOrEqualTo(120);
    try (Stream<Path> pages = Files.list(Page.root().resolve("docs"))) {
      assertThat(readme.links())
          .containsAll(pages.map(file -> "docs/" + file.getFileName()).toList());
    }
  }
}
