package org.sovereignbook.sbp.runtime.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * Which files of a plugin folder the user has accepted, by the SHA-256 of their bytes. Records that
 * cannot be read, or that others may write, accept nothing.
 *
 * @param problem why they accept nothing, if that is so
 */
record PluginRecords(List<Accepted> accepted, Optional<String> problem) {
  private static final String PLUGINS = "plugins";

  /** One accepted file; while one replaces another, both are. */
  record Accepted(String file, String id, String version, String sha256, String installed) {
    ContentHash hash() {
      return new ContentHash(sha256);
    }

    Accepted {
      // Whatever is no hash accepts nothing.
      new ContentHash(sha256);
    }
  }

  private record Stored(List<Accepted> plugins) {}

  PluginRecords {
    accepted = List.copyOf(accepted);
  }

  /** Those of a folder; none where there is none. */
  static PluginRecords read(Disk disk, PluginFolders folders, Origin origin) {
    return folders
        .records(origin)
        .map(file -> othersMayWrite(file, folders.ownership()).orElseGet(() -> read(disk, file)))
        .orElseGet(PluginRecords::none);
  }

  static PluginRecords read(Disk disk, Path file) {
    try {
      return new PluginRecords(
          disk.read(file).map(PluginRecords::parse).orElse(List.of()), Optional.empty());
    } catch (IllegalArgumentException e) {
      return refused(file + " is damaged (" + e.getMessage() + ")");
    }
  }

  /**
   * They would accept for the user what others like; such as at root with a user's {@code HOME}.
   */
  private static Optional<PluginRecords> othersMayWrite(Path file, Ownership ownership) {
    return Stream.of(file.resolveSibling(""), file)
        .flatMap(path -> ownership.fault(path).stream())
        .filter(_ -> !ownership.trusted())
        .findFirst()
        .map(fault -> refused(fault.problem() + "; run: " + fault.remedy()));
  }

  private static PluginRecords none() {
    return new PluginRecords(List.of(), Optional.empty());
  }

  private static PluginRecords refused(String problem) {
    return new PluginRecords(List.of(), Optional.of(problem));
  }

  private static List<Accepted> parse(byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        if (json.array(PLUGINS).isEmpty()) {
          throw new IllegalArgumentException("it has no array " + PLUGINS);
        }
        return Shape.of(Stored.class).readWhatFits(json).plugins();
      }
      throw new IllegalArgumentException("it is no JSON object");
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Writes them where nobody else may. */
  void write(Disk disk, Path file) {
    try {
      OwnerOnly.makeFolder(file.toAbsolutePath().resolveSibling(""));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file, e);
    }
    disk.writePrivate(file, JsonWriter.bytes(Shape.write(new Stored(accepted))));
  }

  /** Whether a file of this name was ever accepted, whatever its bytes. */
  boolean knows(String file) {
    return accepted.stream().anyMatch(each -> each.file().equals(file));
  }

  PluginState judge(String file, ContentHash hash) {
    List<Accepted> known = accepted.stream().filter(each -> each.file().equals(file)).toList();
    if (known.isEmpty()) {
      return PluginState.UNKNOWN;
    }
    return known.stream().anyMatch(each -> each.hash().equals(hash))
        ? PluginState.OK
        : PluginState.changed(known.getLast().hash(), hash);
  }

  PluginRecords with(String file, PluginManifest manifest, ContentHash hash, Timestamp now) {
    List<Accepted> more = new ArrayList<>(accepted);
    more.add(new Accepted(file, manifest.id(), manifest.version(), hash.hex(), now.toString()));
    return new PluginRecords(more, problem);
  }

  PluginRecords without(String file) {
    return new PluginRecords(
        accepted.stream().filter(each -> !each.file().equals(file)).toList(), problem);
  }
}
