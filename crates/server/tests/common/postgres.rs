//! A PostgreSQL of the tests' own, started from the programs of the distribution's package.

#![allow(dead_code, reason = "each file of tests uses its part of this")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A database server in a folder of its own; it ends with the test.
pub struct Postgres {
    folder: PathBuf,
    is_encrypted: bool,
    programs: PathBuf,
    port: u16,
}

/// Set where these tests may not be passed over.
const REQUIRED: &str = "SKIRMISH_POSTGRES_REQUIRED";

impl Postgres {
    /// Starts one; none where the machine has no PostgreSQL, which is said.
    pub fn start(name: &str) -> Option<Self> {
        let server = Self::made(name, false)?;
        server.begin();
        Some(server)
    }

    /// The same, and it speaks to nobody over a network unless what is said is encrypted; with the certificate of whoever has
    /// signed its own, which is for `localhost`.
    pub fn start_encrypted(name: &str) -> Option<(Self, PathBuf)> {
        let server = Self::made(name, true)?;
        let data = server.folder.join("data");
        std::fs::write(data.join("names"), "subjectAltName=DNS:localhost").expect("it can be written");
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
        server.openssl(
            &[&["req", "-x509", "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=tests"][..], &key].concat(),
        );
        server.openssl(
            &[&["req", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"][..], &key].concat(),
        );
        let signed = "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out server.crt -extfile names";
        server.openssl(&signed.split(' ').collect::<Vec<_>>());
        std::fs::write(data.join("pg_hba.conf"), "local all all trust\nhostssl all all all trust\n")
            .expect("it can be written");
        if is_root() {
            for file in ["server.key", "server.crt"] {
                let given = Command::new("chown").arg("postgres").arg(data.join(file)).status();
                assert!(given.expect("chown runs").success());
            }
        }
        // Whoever trusts it reads this, and may not look into the data.
        let authority = server.folder.join("ca.crt");
        std::fs::copy(data.join("ca.crt"), &authority).expect("it can be copied");
        server.begin();
        Some((server, authority))
    }

    fn openssl(&self, arguments: &[&str]) {
        let made = Command::new("openssl").args(arguments).current_dir(self.folder.join("data")).output();
        let made = made.expect("openssl runs");
        assert!(made.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&made.stderr));
    }

    /// Makes one that does not run yet.
    fn made(name: &str, is_encrypted: bool) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os(REQUIRED).is_none(), "{REQUIRED} is set, and there is no PostgreSQL");
            eprintln!("passed over: this machine has no PostgreSQL (the package `postgresql`)");
            return None;
        };
        // Not in the target folder: the user that the database runs as may not come there.
        let folder = std::env::temp_dir().join(format!("skirmish-postgres-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(given.expect("chown runs").success());
        }
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let server = Self { folder, is_encrypted, programs, port };
        server.run("initdb", &["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"]);
        Some(server)
    }

    /// Starts it again after [`cut`](Self::cut).
    pub fn begin(&self) {
        let ssl = if self.is_encrypted { "on" } else { "off" };
        let options =
            format!("-p {} -k {} -c listen_addresses=127.0.0.1 -c ssl={ssl}", self.port, self.folder.display());
        let log = self.folder.join("log");
        self.run("pg_ctl", &["-w", "-l", log.to_str().expect("a name in UTF-8"), "-o", &options, "start"]);
    }

    /// Ends it as if the power had gone.
    pub fn cut(&self) {
        self.run("pg_ctl", &["-w", "-m", "immediate", "stop"]);
    }

    /// The address of a fresh database in it.
    pub fn database(&self, name: &str) -> PathBuf {
        let made = Command::new(self.programs.join("createdb"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres", name])
            .status();
        assert!(made.expect("createdb runs").success());
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port).into()
    }

    /// Does what a file of SQL says.
    pub fn load(&self, database: &Path, sql: &Path) {
        let loaded = Command::new(self.programs.join("psql"))
            .args(["-q", "-v", "ON_ERROR_STOP=1", "-f"])
            .args([sql, database])
            .stdout(Stdio::null())
            .status();
        assert!(loaded.expect("psql runs").success());
    }

    /// What a question comes to, as psql writes it.
    pub fn ask(&self, database: &Path, question: &str) -> String {
        let told = Command::new(self.programs.join("psql")).args(["-tA", "-c", question]).arg(database).output();
        String::from_utf8(told.expect("psql runs").stdout).expect("it is text").trim().to_owned()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let data = self.folder.join("data");
        let path = self.programs.join(program);
        let mut command = match is_root() {
            false => Command::new(path),
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(path);
                command
            }
        };
        command.arg("-D").arg(data).args(arguments).current_dir(&self.folder).stdout(Stdio::null());
        assert!(command.status().expect("it runs").success(), "{program} {arguments:?}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.folder.join("data/postmaster.pid").exists() {
            self.cut();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Where the newest PostgreSQL of the machine has its programs.
fn programs() -> Option<PathBuf> {
    let in_path =
        std::env::var_os("PATH").into_iter().flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let packages = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut packages: Vec<PathBuf> = packages.map(|version| version.path().join("bin")).collect();
    packages.sort();
    // The path may have a link to one program and not to the others.
    let real = |folder: PathBuf| Some(folder.join("initdb").canonicalize().ok()?.parent()?.to_owned());
    in_path.chain(packages.into_iter().rev()).find_map(real)
}

/// PostgreSQL does not run as root.
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == 0)
}
