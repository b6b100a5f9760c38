package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.builtin.BuiltinBackend;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/**
 * The extensions that can be chosen by name: the program's own, which need no plugin, and those of
 * plugins. Only the plugin that is asked for is loaded, and only after its bytes were compared with
 * what was installed; nothing is read before somebody asks.
 */
public final class Extensions {
  private final Disk disk;
  private final PluginFolders folders;
  private final LoadedPlugins loaded;
  private final PluginCatalog catalog;

  public Extensions(Disk disk, PluginFolders folders, LoadedPlugins loaded) {
    this.disk = disk;
    this.folders = folders;
    this.loaded = loaded;
    catalog = new PluginCatalog(disk, folders);
  }

  /** All plugins there are, judged. */
  public PluginCatalog catalog() {
    return catalog;
  }

  /**
   * The LLM backend of this name.
   *
   * @throws PluginException when there is none, or its plugin is refused or fails
   */
  public LlmBackend backend(String name) {
    return name.equals(ExtensionKind.LLM.ownName())
        ? new BuiltinBackend()
        : load(ExtensionKind.LLM, name, LlmBackend.class, LlmBackend::name);
  }

  /**
   * The storage of this name.
   *
   * @throws PluginException when there is none, or its plugin is refused or fails
   */
  public StoreProvider store(String name) {
    return name.equals(ExtensionKind.STORE.ownName())
        ? new FileStoreProvider()
        : load(ExtensionKind.STORE, name, StoreProvider.class, StoreProvider::name);
  }

  /**
   * Finds the extension of this name without loading it.
   *
   * @throws PluginException when there is none, or its plugin is refused
   */
  public void require(ExtensionKind kind, String name) {
    if (!name.equals(kind.ownName())) {
      PluginFile _ = accepted(kind, name);
    }
  }

  /** Its name is plugin code, too. */
  private interface Naming<T> {
    String of(T extension);
  }

  private <T> T load(ExtensionKind kind, String name, Class<T> type, Naming<T> naming) {
    PluginFile plugin = accepted(kind, name);
    try {
      List<String> others = new ArrayList<>();
      for (Class<?> extension : loaded.extensionsOf(verified(plugin))) {
        if (type.isAssignableFrom(extension)) {
          T made = type.cast(extension.getConstructor().newInstance());
          String called = naming.of(made);
          if (called.equals(name)) {
            return made;
          }
          others.add(called);
        }
      }
      throw failed(
          plugin,
          "it promises "
              + kind
              + ":"
              + name
              + ", but brings "
              + (others.isEmpty() ? "none" : others));
    } catch (PluginException e) {
      throw e;
    } catch (Throwable e) {
      throw failed(plugin, e);
    }
  }

  private PluginFile accepted(ExtensionKind kind, String name) {
    PluginFile plugin =
        Optional.of(name)
            .filter(Provision::isName)
            .flatMap(each -> catalog.provider(new Provision(kind, each)))
            .orElseThrow(() -> unknown(kind, name));
    if (!plugin.isOk()) {
      throw new PluginException(
          kind.title()
              + " "
              + name
              + " is refused: plugin "
              + plugin.name()
              + " is "
              + plugin.state().word()
              + ", "
              + plugin.state().why(),
          Remedy.of(plugin));
    }
    return plugin;
  }

  private PluginException unknown(ExtensionKind kind, String name) {
    List<String> names = new ArrayList<>(List.of(kind.ownName()));
    names.addAll(catalog.names(kind));
    return new PluginException(
        "no "
            + kind.title()
            + " is called "
            + PeerText.quote(name)
            + "; "
            + kind.key()
            + " is one of: "
            + String.join(", ", names),
        List.of("every plugin there is:  sbp plugin list"));
  }

  /** The bytes are read once: what is compared is what is loaded. */
  private Path verified(PluginFile plugin) {
    if (plugin.origin() == Origin.BUNDLED) {
      return plugin.file();
    }
    byte[] bytes =
        disk.read(plugin.file()).orElseThrow(() -> failed(plugin, "it has just been removed"));
    ContentHash hash = ContentHash.ofBytes(bytes);
    if (!plugin.hash().equals(Optional.of(hash))) {
      throw failed(plugin, "it has just been changed");
    }
    return new PluginCopies(disk, folders.copies()).of(bytes, hash);
  }

  private static PluginException failed(PluginFile plugin, String problem) {
    return new PluginException(
        "plugin " + plugin.name() + " is broken: " + problem, Remedy.ofBroken(plugin));
  }

  private static PluginException failed(PluginFile plugin, Throwable thrown) {
    return new PluginException(
        "plugin " + plugin.name() + " is broken: " + PeerText.plain(Blame.of(thrown)),
        Remedy.ofBroken(plugin),
        thrown);
  }
}
