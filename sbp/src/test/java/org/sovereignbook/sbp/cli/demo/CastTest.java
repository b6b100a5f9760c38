package org.sovereignbook.sbp.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.LocalDisk;

class CastTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "demo");

  @Test
  void theProgramBringsItsCharacters() {
    assertThat(Cast.bundled().roles())
        .extracting(Role::name)
        .startsWith("Isobar", "Loam", "Ferrule")
        .hasSize(8);
    assertThat(Cast.bundled())
        .isEqualTo(Cast.in(new LocalDisk(), EXAMPLES.toAbsolutePath().normalize()));
  }

  @Test
  void theListNamesEveryFileOfEveryCharacter() throws Exception {
    try (var files = Files.walk(EXAMPLES)) {
      Set<String> there =
          files
              .filter(Files::isRegularFile)
              .map(file -> EXAMPLES.relativize(file).toString().replace('\\', '/'))
              .filter(name -> name.contains("/"))
              .collect(Collectors.toSet());
      assertThat(Files.readAllLines(EXAMPLES.resolve("cast.txt")))
          .containsExactlyInAnyOrderElementsOf(there);
    }
  }

  @Test
  void everyCharacterHasSomethingToSay() {
    assertThat(Cast.bundled().roles())
        .allSatisfy(
            role -> {
              assertThat(role.ethos()).startsWith("# Ethos").contains("## Interests");
              assertThat(role.originals()).hasSizeGreaterThanOrEqualTo(3);
            });
  }

  @Test
  void everyReplyAnswersAPieceOfAnotherCharacter() {
    List<Role> roles = Cast.bundled().roles();

    assertThat(roles.stream().flatMap(role -> role.replies().stream()).toList()).isNotEmpty();
    for (Role role : roles) {
      for (Draft reply : role.replies()) {
        assertThat(roles)
            .as(reply.title())
            .anyMatch(
                other ->
                    !other.equals(role)
                        && other.originals().stream()
                            .anyMatch(d -> d.title().equals(reply.inReplyTo().orElseThrow())));
      }
    }
  }

  @Test
  void titlesAreUnique() {
    List<String> titles =
        Cast.bundled().roles().stream()
            .flatMap(role -> role.drafts().stream())
            .map(Draft::title)
            .toList();

    assertThat(titles).doesNotHaveDuplicates();
  }

  @Test
  void aListedFileThatIsMissingIsNamed(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("cast.txt"), "one/ethos.md\n", StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Cast.in(new LocalDisk(), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one/ethos.md");
  }
}
