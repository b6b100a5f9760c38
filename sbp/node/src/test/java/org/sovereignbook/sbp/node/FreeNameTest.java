package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreeNameTest {
  private static final Path FOLDER = Path.of("outbox", "failed");

  @Test
  void aNameThatIsFreeIsTakenAsItIs() {
    assertThat(FreeName.of(FOLDER.resolve("a.json"), path -> false))
        .isEqualTo(FOLDER.resolve("a.json"));
  }

  @Test
  void aTakenNameGetsTheFirstFreeNumberBeforeItsSuffix() {
    Set<Path> taken =
        Set.of(FOLDER.resolve("a.b.json"), FOLDER.resolve("a.b-2.json"), FOLDER.resolve("README"));

    assertThat(FreeName.of(FOLDER.resolve("a.b.json"), taken::contains))
        .isEqualTo(FOLDER.resolve("a.b-3.json"));
    assertThat(FreeName.of(FOLDER.resolve("README"), taken::contains))
        .isEqualTo(FOLDER.resolve("README-2"));
  }

  @Test
  void severalNamesLookedForAtOnceDiffer() {
    Set<Path> given = new HashSet<>();

    Path first = FreeName.of(FOLDER.resolve("a.md"), path -> !given.add(path));
    Path second = FreeName.of(FOLDER.resolve("a.md"), path -> !given.add(path));

    assertThat(first).isNotEqualTo(second);
  }
}
