package org.sovereignbook.sbp.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

class PluginFoldersTest {
  private static PluginFolders folders(String system, Map<String, String> environment) {
    return PluginFolders.of(Optional.empty(), environment, system);
  }

  @Test
  void onLinuxTheyAreWhereTheXdgSpecificationPutsThem() {
    PluginFolders plain = folders("Linux", Map.of("HOME", "/home/ada"));
    PluginFolders moved =
        folders(
            "Linux",
            Map.of("HOME", "/home/ada", "XDG_DATA_HOME", "/data/.", "XDG_CACHE_HOME", "/cache"));

    assertThat(plain.user()).contains(Path.of("/home/ada/.local/share/sbp/plugins"));
    assertThat(plain.copies()).contains(Path.of("/home/ada/.cache/sbp/plugins"));
    assertThat(moved.user()).contains(Path.of("/data/sbp/plugins"));
    assertThat(moved.copies()).contains(Path.of("/cache/sbp/plugins"));
  }

  @Test
  void onMacOsTheyAreInTheLibrary() {
    assertThat(folders("Mac OS X", Map.of("HOME", "/Users/ada")).user())
        .contains(Path.of("/Users/ada/Library/Application Support/sbp/plugins"));
  }

  @Test
  void onWindowsTheyAreInTheLocalApplicationData() {
    // A path of this system stands for one of that.
    PluginFolders folders = folders("Windows 11", Map.of("LOCALAPPDATA", "/local"));

    assertThat(folders.user()).contains(Path.of("/local/sbp/plugins"));
    assertThat(folders.copies()).contains(Path.of("/local/sbp/cache/plugins"));
  }

  @Test
  void whoHasNoHomeHasNoFolderAndARelativeOneIsNone() {
    assertThat(folders("Linux", Map.of()).user()).isEmpty();
    assertThat(folders("Linux", Map.of("XDG_DATA_HOME", "data", "HOME", "")).user()).isEmpty();
  }

  @Test
  void theNodesIsInItsRuntimeAndTheBundledOnesWhereTheVariableSays() {
    PluginFolders folders =
        PluginFolders.of(
            Optional.of(new NodeHome(Path.of("/node"))), Map.of("SBP_BUNDLED_PLUGINS", "/bundled"));

    assertThat(folders.of(Origin.NODE)).contains(Path.of("/node/runtime/plugins"));
    assertThat(folders.of(Origin.BUNDLED)).contains(Path.of("/bundled"));
  }
}
