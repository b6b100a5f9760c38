package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * All plugins of the three folders, each with its state. Reads manifests and hashes, runs nothing;
 * an unreadable file gets a state, never an exception.
 *
 * @param kinds the kinds that a plugin may provide
 */
public record PluginCatalog(Disk disk, PluginFolders folders, List<ExtensionKind<?>> kinds) {
  private static final String JAR = ".jar";

  /** Makes a catalog of the kinds that the program and its features have. */
  public PluginCatalog(Disk disk, PluginFolders folders) {
    this(disk, folders, ExtensionKind.all(Features.bundled()));
  }

  /**
   * Returns the plugins of the node and the user that bring features and may be loaded: those whose
   * file is called so, since every command looks for them.
   */
  List<PluginFile> features() {
    List<PluginFile> files = new ArrayList<>();
    addTo(files, in(Origin.NODE));
    addTo(files, in(Origin.USER));
    return files.stream()
        .filter(file -> file.fileName().startsWith(PluginFolders.FEATURE))
        .filter(
            file ->
                file.provides().stream().anyMatch(it -> it.kind().equals(ExtensionKind.FEATURE)))
        .map(this::hashed)
        .filter(PluginFile::isOk)
        .toList();
  }

  /** Returns every jar in the folders; of duplicates, the one that is used comes first. */
  public List<PluginFile> all() {
    return sorted().stream().map(this::hashed).toList();
  }

  /**
   * Returns every jar as {@link #all}, without hashes of the program's own plugins, whose state
   * does not depend on them.
   */
  public List<PluginFile> judged() {
    return sorted().stream()
        .map(file -> file.origin() == Origin.BUNDLED ? file : hashed(file))
        .toList();
  }

  /** Returns the plugin that provides something; whether it may be loaded is in its state. */
  Optional<PluginFile> provider(Provision provision) {
    List<PluginFile> files = new ArrayList<>();
    addTo(files, in(Origin.NODE));
    addTo(files, in(Origin.USER));
    addTo(files, bundled(provision));
    return files.stream()
        .filter(file -> file.provides().contains(provision))
        .filter(file -> file.state().kind() != PluginState.Kind.DUPLICATE)
        .findFirst()
        .map(file -> file.origin() == Origin.BUNDLED ? file : hashed(file));
  }

  /** Returns the bundled jar named after the provision, so that no other is opened; or all. */
  private List<PluginFile> bundled(Provision provision) {
    String id = provision.kind() + "-" + provision.name();
    folders.unbuilt().ifPresent(plugins -> plugins.build(id));
    return folders
        .of(Origin.BUNDLED)
        .map(folder -> folder.resolve(id + JAR))
        .filter(disk::exists)
        .map(file -> look(Origin.BUNDLED, file))
        .filter(file -> file.provides().contains(provision))
        .map(List::of)
        .orElseGet(() -> in(Origin.BUNDLED));
  }

  List<String> names(ExtensionKind<?> kind) {
    return sorted().stream()
        .flatMap(file -> file.provides().stream())
        .filter(provision -> provision.kind().equals(kind))
        .map(Provision::name)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns problems of the folders themselves, such as unreadable records. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Origin origin : List.of(Origin.NODE, Origin.USER)) {
      records(origin).problem().ifPresent(problems::add);
    }
    return problems;
  }

  /** Returns plugins with states from manifests and folders, before their bytes are checked. */
  private List<PluginFile> sorted() {
    List<PluginFile> files = new ArrayList<>();
    for (Origin origin : Origin.values()) {
      addTo(files, in(origin));
    }
    return List.copyOf(files);
  }

  private static void addTo(List<PluginFile> files, List<PluginFile> more) {
    for (PluginFile file : more) {
      files.add(rival(files, file).map(file::with).orElse(file));
    }
  }

  private List<PluginFile> in(Origin origin) {
    Optional<Path> folder = folders.of(origin);
    if (origin == Origin.BUNDLED) {
      folders.unbuilt().ifPresent(UnbuiltPlugins::build);
    }
    if (folder.isEmpty()) {
      return List.of();
    }
    PluginRecords records = records(origin);
    return disk.files(folder.get()).stream()
        .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(JAR))
        .map(file -> look(origin, file))
        .sorted(
            (one, other) ->
                Boolean.compare(records.knows(other.fileName()), records.knows(one.fileName())))
        .toList();
  }

  /** Returns a jar with its manifest and state, before its bytes are checked. */
  public PluginFile look(Origin origin, Path file) {
    try {
      PluginManifest manifest = PluginManifest.read(file, kinds);
      return new PluginFile(
          origin,
          file,
          Optional.of(manifest),
          Optional.empty(),
          PluginState.of(ApiVersion.VersionRange.parse(manifest.requires()).orElseThrow()));
    } catch (PluginManifest.NotAPluginException e) {
      return new PluginFile(
          origin, file, Optional.empty(), Optional.empty(), PluginState.broken(e.getMessage()));
    }
  }

  private static Optional<PluginState> rival(List<PluginFile> earlier, PluginFile file) {
    return earlier.stream()
        .filter(each -> each.state().kind() != PluginState.Kind.DUPLICATE)
        .filter(each -> areTheSame(each, file))
        .findFirst()
        .map(each -> PluginState.duplicateOf(each.file()));
  }

  private static boolean areTheSame(PluginFile one, PluginFile other) {
    boolean sameId =
        one.manifest().isPresent()
            && one.manifest()
                .map(PluginManifest::id)
                .equals(other.manifest().map(PluginManifest::id));
    return sameId || one.provides().stream().anyMatch(other.provides()::contains);
  }

  private PluginFile hashed(PluginFile file) {
    try {
      Optional<ContentHash> hash = disk.read(file.file()).map(ContentHash::ofBytes);
      PluginState state =
          file.isOk() && file.origin() != Origin.BUNDLED && hash.isPresent()
              ? records(file.origin()).judge(file.fileName(), hash.get())
              : file.state();
      return new PluginFile(file.origin(), file.file(), file.manifest(), hash, state);
    } catch (DiskException e) {
      return file.with(PluginState.broken(e.getMessage()));
    }
  }

  private PluginRecords records(Origin origin) {
    return PluginRecords.read(disk, folders, origin);
  }
}
