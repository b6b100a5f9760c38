package org.sovereignbook.sbp.plugins.demo;

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
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.Profiles.Text;

class ProfilesTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "demo");

  @Test
  void theProgramBringsItsCharacters() {
    assertThat(Profiles.bundled().all())
        .extracting(Profile::name)
        .startsWith("Isobar", "Loam", "Ferrule")
        .hasSize(8);
    assertThat(Profiles.bundled())
        .isEqualTo(Profiles.in(new LocalDisk(), EXAMPLES.toAbsolutePath().normalize()));
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
      assertThat(Files.readAllLines(EXAMPLES.resolve("profiles.txt")))
          .containsExactlyInAnyOrderElementsOf(there);
    }
  }

  @Test
  void everyCharacterHasSomethingToSay() {
    assertThat(Profiles.bundled().all())
        .allSatisfy(
            profile -> {
              assertThat(profile.ethos()).startsWith("# Ethos").contains("## Interests");
              assertThat(profile.originals()).hasSizeGreaterThanOrEqualTo(3);
            });
  }

  @Test
  void everyReplyAnswersAPieceOfAnotherCharacter() {
    List<Profile> profiles = Profiles.bundled().all();

    assertThat(profiles.stream().flatMap(profile -> profile.replies().stream()).toList())
        .isNotEmpty();
    for (Profile profile : profiles) {
      for (Text reply : profile.replies()) {
        assertThat(profiles)
            .as(reply.title())
            .anyMatch(
                other ->
                    !other.equals(profile)
                        && other.originals().stream()
                            .anyMatch(d -> d.title().equals(reply.answered())));
      }
    }
  }

  @Test
  void titlesAreUnique() {
    List<String> titles =
        Profiles.bundled().all().stream()
            .flatMap(profile -> profile.texts().stream())
            .map(Text::title)
            .toList();

    assertThat(titles).doesNotHaveDuplicates();
  }

  @Test
  void aListedFileThatIsMissingIsNamed(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("profiles.txt"), "one/ethos.md\n", StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Profiles.in(new LocalDisk(), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one/ethos.md");
  }
}
