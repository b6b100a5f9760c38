package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.testing.SourceTree;

/** Libraries are those whose checksums are committed, whatever Maven was used. */
class DependencyChecksumsTest {
  private static final Path LIST = SourceTree.root().resolve(".mvn/checksums/checksums.sha256");

  /** Place of an artifact in a local repository: its folder has its name and version. */
  private static final Pattern ARTIFACT =
      Pattern.compile(
          ".*?/(?<path>(?:[^/]+/)+(?<name>[^/]+)/(?<version>[^/]+)/\\k<name>-\\k<version>[^/]*\\.jar)");

  private static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new HashMap<>();
    for (String line : Files.readAllLines(LIST)) {
      String[] words = line.split(" +", 2);
      assertThat(words[0]).matches("[0-9a-f]{64}");
      assertThat(listed.put(words[1], words[0])).as(words[1]).isNull();
    }
    return listed;
  }

  private static List<Path> libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> ARTIFACT.matcher(entry.replace('\\', '/')).matches())
        .map(Path::of)
        .toList();
  }

  /** Returns what is listed for a file: the list has its path behind the repository's. */
  private static Optional<String> listed(Path file, Map<String, String> listed) {
    Matcher place = ARTIFACT.matcher(file.toString().replace('\\', '/'));
    assertThat(place.matches()).isTrue();
    String path = place.group("path");
    for (int slash = 0; slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String rest = slash == 0 ? path : path.substring(slash + 1);
      if (listed.containsKey(rest)) {
        return Optional.of(listed.get(rest));
      }
    }
    return Optional.empty();
  }

  @Test
  void everyLibraryOfTheClassPathHasTheListedChecksum() throws IOException {
    Map<String, String> listed = listed();
    List<Path> libraries = libraries();

    assertThat(libraries).hasSizeGreaterThan(20);
    for (Path library : libraries) {
      assertThat(listed(library, listed))
          .as(library + ": docs/architecture.md, Dependencies and releases, says how it is listed")
          .contains(ContentHash.ofBytes(Files.readAllBytes(library)).hex());
    }
  }

  @Test
  void mavenComparesWhatItFetchesWithTheList() throws IOException {
    assertThat(Files.readAllLines(SourceTree.root().resolve(".mvn/maven.config")))
        .contains(
            "-Daether.artifactResolver.postProcessor.trustedChecksums=true",
            "-Daether.artifactResolver.postProcessor.trustedChecksums.checksumAlgorithms=SHA-256",
            "-Daether.trustedChecksumsSource.summaryFile=true",
            "-Daether.trustedChecksumsSource.summaryFile.originAware=false",
            "-Daether.trustedChecksumsSource.summaryFile.basedir=${session.rootDirectory}/.mvn/checksums");
  }
}
