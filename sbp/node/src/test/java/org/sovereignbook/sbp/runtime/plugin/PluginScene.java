package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;
import org.sovereignbook.sbp.testing.TestClock;

/**
 * Three plugin folders and a cache, all empty. Each question is asked by a new process, so to say.
 */
public final class PluginScene {
  final Path node;
  final Path user;
  final Path bundled;
  final Path copies;
  final Path accepted;
  private final Path folder;
  private Disk disk = LocalDisk.unsynced();

  public PluginScene(Path folder) {
    this.folder = folder;
    node = folder.resolve("node/runtime/plugins");
    user = folder.resolve("user");
    bundled = folder.resolve("bundled");
    accepted = folder.resolve("data/accepted-plugins/node.json");
    copies = folder.resolve("cache/copies");
  }

  PluginScene on(Disk other) {
    disk = other;
    return this;
  }

  public PluginFolders folders() {
    return new PluginFolders(
        Optional.of(node),
        Optional.of(user),
        Optional.of(bundled),
        Optional.of(copies),
        Optional.of(accepted),
        Ownership.of(Map.of()),
        Optional.empty());
  }

  Extensions extensions() {
    return new Extensions(disk, this::folders, new LoadedPlugins());
  }

  LlmBackend backend(String name) {
    return extensions().backend(name);
  }

  List<PluginFile> all() {
    return extensions().catalog().all();
  }

  PluginFile only() {
    List<PluginFile> all = all();
    if (all.size() != 1) {
      throw new AssertionError(all);
    }
    return all.getFirst();
  }

  public PluginInstaller.Installed install(Path file) {
    return new PluginInstaller(new PluginCatalog(disk, folders()), Origin.NODE)
        .install(file, now());
  }

  PluginInstaller.Installed install(TestPlugin plugin) {
    return install(plugin.writeTo(folder.resolve("download/given.jar")));
  }

  PluginInstaller.Installed installForUser(TestPlugin plugin) {
    return new PluginInstaller(new PluginCatalog(disk, folders()), Origin.USER)
        .install(plugin.writeTo(folder.resolve("download/given.jar")), now());
  }

  public static Timestamp now() {
    return new Timestamp(new TestClock().instant());
  }
}
