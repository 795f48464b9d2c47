/*
 * Loaded in front of libc (LD_PRELOAD): counts the calls of a process on files under a folder, and fails one, or
 * kills the process there. `preload.ts` describes its environment.
 *
 * With FAULTS_SYNCED it also keeps what a failure of power would leave: of each file its content as of its last sync,
 * named by its inode, and of each folder its names and their inodes. Files that are removed or replaced get another
 * link, so that no inode is used again.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Declares `real`, the function of libc. */
#define REAL(name)                                  \
  static __typeof__(name) *real;                    \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static const char *under, *synced;
static char fail_call[16], fail_files[PATH_MAX];
static long fail_at, fail_error, fail_stays;
static atomic_long matched, kept;
static int log_file = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static void begin(void) {
  under = getenv("FAULTS_UNDER");
  synced = getenv("FAULTS_SYNCED");
  const char *fail = getenv("FAULTS_FAIL"), *log = getenv("FAULTS_LOG");
  if (fail) sscanf(fail, "%15s %ld %ld %ld %4095[^\n]", fail_call, &fail_at, &fail_error, &fail_stays, fail_files);
  if (log) log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* True if the call on this file has to fail; errno then says why. */
static int fails(const char *call, const char *path) {
  pthread_once(&once, begin);
  size_t length = under ? strlen(under) : 0;
  if (!length || strncmp(path, under, length) != 0 || path[length] != '/') return 0;
  const char *file = path + length + 1;
  char line[PATH_MAX + 32];
  int size = snprintf(line, sizeof line, "%s %s\n", call, file);
  if (log_file >= 0) syscall(SYS_write, log_file, line, size);
  if (strcmp(fail_call, "any") != 0 && strcmp(fail_call, call) != 0) return 0;
  if (fnmatch(fail_files, file, 0) != 0) return 0;
  long n = ++matched;
  if (n != fail_at && !(fail_stays && n > fail_at)) return 0;
  if (fail_error == 0) kill(getpid(), SIGKILL);
  errno = fail_error;
  return 1;
}

static int fails_fd(const char *call, int fd) {
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return fails(call, path);
}

/* Keeps what is now safe: the content of a file, or the names in a folder with their inodes. */
static void keep(int fd) {
  struct stat file;
  char path[PATH_MAX], part[PATH_MAX], link[32], block[65536];
  if (!synced || fstat(fd, &file) != 0) return;
  pthread_mutex_lock(&keeping);
  snprintf(part, sizeof part, "%s/part", synced);
  snprintf(path, sizeof path, "%s/%lu%s", synced, (unsigned long)file.st_ino, S_ISDIR(file.st_mode) ? ".names" : "");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int to = syscall(SYS_openat, AT_FDCWD, part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (S_ISDIR(file.st_mode)) {
    DIR *folder = opendir(link);
    for (struct dirent *each; folder && (each = readdir(folder));)
      if (each->d_name[0] != '.' || (each->d_name[1] && strcmp(each->d_name, "..") != 0))
        dprintf(to, "%lu %s\n", (unsigned long)each->d_ino, each->d_name);
    if (folder) closedir(folder);
  } else {
    int from = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY);
    for (ssize_t size; (size = syscall(SYS_read, from, block, sizeof block)) > 0;) syscall(SYS_write, to, block, size);
    close(from);
  }
  close(to);
  syscall(SYS_renameat, AT_FDCWD, part, AT_FDCWD, path);
  pthread_mutex_unlock(&keeping);
}

static void keep_inode(const char *path) {
  char other[PATH_MAX];
  if (!synced) return;
  snprintf(other, sizeof other, "%s/removed-%ld", synced, ++kept);
  link(path, other);
}

static int opens(int flags, const char *path) {
  return fails(flags & O_CREAT ? "create" : flags & (O_WRONLY | O_RDWR) ? "update" : "open", path);
}

#define MODE(flags)                                  \
  mode_t mode = 0;                                   \
  if ((flags) & (O_CREAT | O_TMPFILE)) {             \
    va_list more;                                    \
    va_start(more, flags);                           \
    mode = va_arg(more, mode_t);                     \
    va_end(more);                                    \
  }
#define OPEN(name)                                                                      \
  int name(const char *path, int flags, ...) {                                          \
    REAL(name);                                                                         \
    MODE(flags)                                                                         \
    return opens(flags, path) ? -1 : real(path, flags, mode);                           \
  }
#define OPENAT(name)                                                                    \
  int name(int folder, const char *path, int flags, ...) {                              \
    REAL(name);                                                                         \
    MODE(flags)                                                                         \
    return opens(flags, path) ? -1 : real(folder, path, flags, mode);                   \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

/* A call on a descriptor, by the name under which it is counted. */
#define ON_FILE(result, call, name, parameters, arguments) \
  result name parameters {                                 \
    REAL(name);                                            \
    return fails_fd(call, fd) ? -1 : real arguments;       \
  }
ON_FILE(ssize_t, "write", write, (int fd, const void *data, size_t size), (fd, data, size))
ON_FILE(ssize_t, "pwrite", pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
ON_FILE(ssize_t, "pwrite", pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
ON_FILE(ssize_t, "writev", writev, (int fd, const struct iovec *data, int n), (fd, data, n))
ON_FILE(ssize_t, "writev", pwritev, (int fd, const struct iovec *data, int n, off_t at), (fd, data, n, at))
ON_FILE(ssize_t, "writev", pwritev64, (int fd, const struct iovec *data, int n, off64_t at), (fd, data, n, at))
ON_FILE(ssize_t, "read", read, (int fd, void *data, size_t size), (fd, data, size))
ON_FILE(ssize_t, "read", pread, (int fd, void *data, size_t size, off_t at), (fd, data, size, at))
ON_FILE(ssize_t, "read", pread64, (int fd, void *data, size_t size, off64_t at), (fd, data, size, at))
ON_FILE(int, "truncate", ftruncate, (int fd, off_t size), (fd, size))
ON_FILE(int, "truncate", ftruncate64, (int fd, off64_t size), (fd, size))
ON_FILE(ssize_t, "copy", sendfile, (int fd, int from, off_t *at, size_t size), (fd, from, at, size))
ON_FILE(ssize_t, "copy", sendfile64, (int fd, int from, off64_t *at, size_t size), (fd, from, at, size))

#define SYNC(name)                        \
  int name(int fd) {                      \
    REAL(name);                           \
    if (fails_fd("sync", fd)) return -1;  \
    int result = real(fd);                \
    if (result == 0) keep(fd);            \
    return result;                        \
  }
SYNC(fsync)
SYNC(fdatasync)

#define MAP(name, offset)                                                              \
  void *name(void *at, size_t size, int protection, int flags, int fd, offset from) {  \
    REAL(name);                                                                        \
    if (fd >= 0 && fails_fd("mmap", fd)) return MAP_FAILED;                            \
    return real(at, size, protection, flags, fd, from);                                \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

#define REMOVE(name)                        \
  int name(const char *path) {              \
    REAL(name);                             \
    if (fails("remove", path)) return -1;   \
    keep_inode(path);                       \
    return real(path);                      \
  }
REMOVE(unlink)
REMOVE(remove)

int rename(const char *from, const char *to) {
  REAL(rename);
  if (fails("rename", to)) return -1;
  keep_inode(to);
  return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  return fails("mkdir", path) ? -1 : real(path, mode);
}

/* libuv copies files by this call, for which older versions of libc have no function. */
long syscall(long number, ...) {
  REAL(syscall);
  va_list more;
  va_start(more, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(more, long);
  va_end(more);
  if (number == SYS_copy_file_range && fails_fd("copy", a[2])) return -1;
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
