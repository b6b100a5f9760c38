package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * Installation and removal of plugins in one folder, with its record of accepted files. Runs no
 * plugin code. At every moment the file in place is an accepted one: a new file is recorded before
 * it is moved into place, and the old record is deleted last.
 *
 * @param origin the node's folder or the user's, which must be among those of the catalog
 */
public record PluginInstaller(PluginCatalog catalog, Origin origin) {

  /**
   * An installed plugin.
   *
   * @param replaced the earlier plugin with the same id
   */
  public record Installed(PluginFile plugin, Optional<PluginManifest> replaced) {}

  /**
   * Accepts a file: copies it into the folder unless it is there, and records its hash.
   *
   * @throws PluginException when this program cannot load it as a plugin; nothing has changed
   */
  public Installed install(Path source, Timestamp now) {
    byte[] bytes =
        catalog
            .disk()
            .read(source)
            .orElseThrow(() -> new PluginException("there is no file " + plain(source), List.of()));
    ContentHash hash = ContentHash.ofBytes(bytes);
    // Checked on exactly the bytes that are installed.
    Path copy = copies().of(bytes, hash);
    try {
      PluginFile looked = catalog.look(origin, copy);
      PluginManifest manifest =
          looked
              .manifest()
              .filter(_ -> looked.isOk())
              .orElseThrow(() -> refused(source, looked.state()));
      return install(source, bytes, manifest, hash, now);
    } catch (PluginException e) {
      copies().forget(copy);
      throw e;
    }
  }

  private Installed install(
      Path source, byte[] bytes, PluginManifest manifest, ContentHash hash, Timestamp now) {
    List<PluginFile> there =
        catalog.judged().stream().filter(file -> file.origin() == origin).toList();
    refuseRival(manifest, there);
    Path given = source.toAbsolutePath().normalize();
    boolean inPlace = folder().equals(given.getParent());
    Path target = inPlace ? given : folder().resolve(manifest.id() + ".jar");
    requireFound(manifest, target);
    List<PluginFile> old = there.stream().filter(file -> isSame(file, manifest)).toList();

    String name = target.getFileName().toString();
    PluginRecords before = PluginRecords.read(catalog.disk(), records());
    before.with(name, manifest, hash, now).write(catalog.disk(), records());
    if (!inPlace) {
      catalog.disk().write(target, bytes);
    }
    PluginRecords after = before.without(name);
    for (PluginFile file : old) {
      if (!file.file().equals(target)) {
        catalog.disk().delete(file.file());
      }
      after = after.without(file.fileName());
      file.hash().filter(each -> !each.equals(hash)).ifPresent(copies()::forget);
    }
    after.with(name, manifest, hash, now).write(catalog.disk(), records());
    return new Installed(
        new PluginFile(origin, target, Optional.of(manifest), Optional.of(hash), PluginState.OK),
        old.stream()
            .filter(file -> !file.hash().equals(Optional.of(hash)))
            .findFirst()
            .flatMap(PluginFile::manifest));
  }

  /** Requires that a feature is found by the name of its file. */
  private static void requireFound(PluginManifest manifest, Path target) {
    boolean isFeature =
        manifest.provides().stream().anyMatch(it -> it.kind().equals(ExtensionKind.FEATURE));
    if (isFeature && !target.getFileName().toString().startsWith(PluginFolders.FEATURE)) {
      throw new PluginException(
          "a plugin with a feature has a Plugin-Id and a file that begin with "
              + PluginFolders.FEATURE,
          List.of());
    }
  }

  /**
   * Removes a plugin in any state from the folder.
   *
   * @param plugin one of this folder
   */
  public void remove(PluginFile plugin) {
    catalog.disk().delete(plugin.file());
    PluginRecords.read(catalog.disk(), records())
        .without(plugin.fileName())
        .write(catalog.disk(), records());
    plugin.hash().ifPresent(copies()::forget);
  }

  private static boolean isSame(PluginFile file, PluginManifest manifest) {
    return file.manifest().map(PluginManifest::id).filter(manifest.id()::equals).isPresent();
  }

  private static void refuseRival(PluginManifest manifest, List<PluginFile> there) {
    for (PluginFile file : there) {
      if (!isSame(file, manifest)
          && file.provides().stream().anyMatch(manifest.provides()::contains)) {
        throw new PluginException(
            "plugin " + manifest.id() + " provides what " + file.name() + " provides already",
            List.of("first:  sbp plugin remove " + file.name()));
      }
    }
  }

  private static PluginException refused(Path source, PluginState state) {
    return new PluginException(
        plain(source) + " is not installed: " + state.why(),
        List.of("what is there already:  sbp plugin list"));
  }

  private static String plain(Path path) {
    return PeerText.plain(path.toString());
  }

  private PluginCopies copies() {
    return new PluginCopies(catalog.disk(), catalog.folders());
  }

  private Path records() {
    return catalog
        .folders()
        .records(origin)
        .orElseThrow(
            () ->
                new PluginException(
                    "there is no folder of this user in which to record what is accepted",
                    List.of("set HOME or XDG_DATA_HOME")));
  }

  private Path folder() {
    return catalog.folders().of(origin).orElseThrow();
  }
}
