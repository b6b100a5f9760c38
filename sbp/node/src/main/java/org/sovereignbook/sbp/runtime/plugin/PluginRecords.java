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
 * The files of a plugin folder that the user has accepted, by the SHA-256 of their bytes. Records
 * that cannot be read, or that others may write, accept nothing.
 *
 * @param problem why they accept nothing, if that is so
 */
record PluginRecords(List<Accepted> accepted, Optional<String> problem) {
  private static final String PLUGINS = "plugins";

  /** One accepted file; while one replaces another, both are accepted. */
  record Accepted(String file, String id, String version, String sha256, String installed) {
    ContentHash hash() {
      return new ContentHash(sha256);
    }

    Accepted {
      // Any other text than a hash accepts nothing.
      new ContentHash(sha256);
    }
  }

  private record Stored(List<Accepted> plugins) {}

  PluginRecords {
    accepted = List.copyOf(accepted);
  }

  /** Reads the record of a folder; empty when there is none. */
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
   * Refuses a record that other accounts may write, such as that of root with a user's {@code
   * HOME}: they could accept for the user.
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

  /** Writes the record to a file that no other account may write. */
  void write(Disk disk, Path file) {
    try {
      OwnerOnly.makeFolder(file.toAbsolutePath().resolveSibling(""));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file, e);
    }
    disk.writePrivate(file, JsonWriter.bytes(Shape.write(new Stored(accepted))));
  }

  /** Returns whether a file of this name was ever accepted, with any bytes. */
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
