package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestNode;

/** The index of the features that come with the program is what they declare. */
class FeaturesTest {
  private static final Path PLUGINS = Path.of("../plugins");
  private static final String RESOURCES = "src/main/resources/";

  @Test
  void eachLineHasTheKeysOfTheSettings() throws IOException {
    List<Feature> all = Features.bundled().all();
    for (Path folder : all.stream().map(FeaturesTest::folder).distinct().toList()) {
      Path file = folder.resolve(RESOURCES + Features.INDEX);
      String wanted =
          all.stream()
              .filter(feature -> folder(feature).equals(folder))
              .map(feature -> Features.line(feature) + "\n")
              .collect(Collectors.joining());
      if (Boolean.getBoolean("sbp.write")) {
        Files.writeString(file, wanted);
      }
      assertThat(file)
          .as("run this test with -Dsbp.write=true to write it")
          .hasContent(wanted.strip());
    }
  }

  @Test
  void eachFolderOfPluginsWithAnIndexIsOnTheClassPath() throws IOException {
    List<String> names = Features.bundled().all().stream().map(Feature::name).toList();
    try (var folders = Files.list(PLUGINS)) {
      assertThat(
              folders
                  .filter(folder -> Files.exists(folder.resolve(RESOURCES + Features.INDEX)))
                  .map(folder -> folder.getFileName().toString()))
          .isSubsetOf(names);
    }
  }

  @Test
  void theSocietyIsInEveryNode() {
    assertThat(Features.bundled().find("society"))
        .hasValueSatisfying(it -> assertThat(it.isOptional()).isFalse());
  }

  private record Needing(String name, List<String> needs) implements Feature {
    @Override
    public String title() {
      return name;
    }
  }

  private static Features three() {
    return new Features(
        List.of(
            new Needing("hull", List.of()),
            new Needing("mast", List.of("hull")),
            new Needing("sail", List.of("mast"))));
  }

  private static List<String> namesWithout(String... off) {
    return three().without(List.of(off)).all().stream().map(Feature::name).toList();
  }

  @Test
  void aFeatureIsOffWithoutTheOnesThatItNeeds() {
    assertThat(namesWithout()).containsExactly("hull", "mast", "sail");
    assertThat(namesWithout("sail")).containsExactly("hull", "mast");
    assertThat(namesWithout("mast")).containsExactly("hull");
    assertThat(namesWithout("hull")).isEmpty();
  }

  @Test
  void aFeatureWhoseNeedIsNotInstalledIsOff() {
    assertThat(new Features(List.of(new Needing("sail", List.of("mast")))).without(List.of()).all())
        .isEmpty();
  }

  @Test
  void theFeaturesToSwitchOnComeWithTheirNeedsFirst(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.empty()
            .with(
                "features",
                JsonObject.empty().with("off", JsonArray.ofStrings(List.of("sail", "hull")))));
    Features _ = node.node().kept().of(Features.class, FeaturesTest::three);

    assertThat(Features.off(node.node())).containsExactlyInAnyOrder("hull", "mast", "sail");
    assertThat(Features.toSwitchOn(node.node(), "sail")).containsExactly("hull", "sail");
    assertThat(Features.toSwitchOn(node.node(), "mast")).containsExactly("hull");
  }

  private static Path folder(Feature feature) {
    return feature.isOptional() ? PLUGINS.resolve(feature.name()) : Path.of("");
  }
}
