package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Files and folders that only their owner may read or write: by modes, or by an access list where
 * there are no modes.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<PosixFilePermission> GROUP_READABLE =
      PosixFilePermissions.fromString("rwxr-x---");
  private static final Set<PosixFilePermission> EXECUTE =
      PosixFilePermissions.fromString("--x--x--x");

  private OwnerOnly() {}

  /**
   * Returns attributes that make a file its owner's from the first moment on; none where there are
   * no modes.
   */
  public static FileAttribute<?>[] file(Path near) {
    return attributes(near, FILE);
  }

  /** Works like {@link #file}, for a folder. */
  public static FileAttribute<?>[] folder(Path near) {
    return attributes(near, FOLDER);
  }

  /**
   * Returns attributes that make a file as open as its folder and no more, so that the folder of a
   * node decides for all in it.
   */
  public static FileAttribute<?>[] fileIn(Path folder) throws IOException {
    if (!hasModes(folder)) {
      return new FileAttribute<?>[0];
    }
    Set<PosixFilePermission> modes = EnumSet.copyOf(modesOf(folder));
    modes.removeAll(EXECUTE);
    return attributes(folder, modes);
  }

  /** Works like {@link #fileIn}, for folders. */
  public static FileAttribute<?>[] folderIn(Path folder) throws IOException {
    return hasModes(folder) ? attributes(folder, modesOf(folder)) : new FileAttribute<?>[0];
  }

  /** Returns the modes of the folder, or of the nearest existing one above it. */
  public static Set<PosixFilePermission> modesOf(Path folder) throws IOException {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.getPosixFilePermissions(existing);
  }

  /** Makes the folder of a node, or sets who may look into it: its owner, and its group too. */
  public static void makeShared(Path folder) throws IOException {
    makeFolder(folder);
    if (hasModes(folder)) {
      Files.setPosixFilePermissions(folder, GROUP_READABLE);
    }
  }

  private static FileAttribute<?>[] attributes(Path near, Set<PosixFilePermission> modes) {
    return hasModes(near)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(modes)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(Path near) {
    return near.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Makes the folder and those above it, or takes everybody else's access to it away. */
  public static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder.toAbsolutePath().getParent());
    // Not one's own look first: another thread or process may make it in between.
    Files.createDirectories(folder, folder(folder));
    if (hasModes(folder)) {
      Files.setPosixFilePermissions(folder, FOLDER);
    }
  }

  /**
   * Gives a new file the mode of the file that it will replace, and its owner and group where this
   * account may. Does nothing if there is none, or there are no modes.
   */
  static void likeThatOf(Path file, Path made) throws IOException {
    PosixFileAttributeView old =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    PosixFileAttributeView other = Files.getFileAttributeView(made, PosixFileAttributeView.class);
    if (old == null || other == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    PosixFileAttributes before = old.readAttributes();
    PosixFileAttributes now = other.readAttributes();
    try {
      if (!now.group().equals(before.group())) {
        other.setGroup(before.group());
      }
      if (!now.owner().equals(before.owner())) {
        other.setOwner(before.owner());
      }
    } catch (FileSystemException e) {
      // Only the superuser gives files away; a group is given by its members.
    }
    if (!now.permissions().equals(before.permissions())) {
      other.setPermissions(before.permissions());
    }
  }

  /** Returns whether only the owner may read or write the file. */
  static boolean holds(Path file) {
    try {
      PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      if (posix != null) {
        return FILE.containsAll(posix.readAttributes().permissions());
      }
      AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
      return acl == null
          || acl.getAcl().stream().allMatch(entry -> entry.principal().equals(owner(acl)));
    } catch (IOException e) {
      throw new DiskException("cannot read the permissions of", file, e);
    }
  }

  /** Takes everybody else's access to a file away. */
  public static void restrict(Path file) {
    try {
      PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
      if (posix != null) {
        posix.setPermissions(FILE);
      } else if (acl != null) {
        acl.setAcl(
            List.of(
                AclEntry.newBuilder()
                    .setType(AclEntryType.ALLOW)
                    .setPrincipal(owner(acl))
                    .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                    .build()));
      }
    } catch (IOException e) {
      throw new DiskException("cannot restrict the permissions of", file, e);
    }
  }

  /**
   * Deletes what can be deleted of a temporary tree of ours, also where a program has taken the
   * permission to look into its folders away. Symbolic links are removed, never followed.
   */
  public static void deleteTree(Path path) {
    try {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        if (hasModes(path)) {
          Files.setPosixFilePermissions(path, FOLDER);
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
          entries.forEach(OwnerOnly::deleteTree);
        }
      }
      Files.deleteIfExists(path);
    } catch (IOException | DirectoryIteratorException e) {
      // In use by a dying process, or another user's; a later cleanup finds it.
    }
  }

  private static UserPrincipal owner(AclFileAttributeView acl) {
    try {
      return acl.getOwner();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
