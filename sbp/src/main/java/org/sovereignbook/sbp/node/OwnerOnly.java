package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Keeps a file to its owner: mode 0600, or an owner-only ACL where there are no modes. */
final class OwnerOnly {
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private OwnerOnly() {}

  /** Whether nobody but the owner may read or write the file. */
  static boolean holds(Path file) {
    try {
      PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      if (posix != null) {
        return OWNER.containsAll(posix.readAttributes().permissions());
      }
      AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
      return acl == null
          || acl.getAcl().stream().allMatch(entry -> entry.principal().equals(owner(acl)));
    } catch (IOException e) {
      throw new DiskException("cannot read the permissions of", file, e);
    }
  }

  /** Takes everybody else's access away. */
  static void restrict(Path file) {
    try {
      PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
      if (posix != null) {
        posix.setPermissions(OWNER);
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

  private static java.nio.file.attribute.UserPrincipal owner(AclFileAttributeView acl) {
    try {
      return acl.getOwner();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
