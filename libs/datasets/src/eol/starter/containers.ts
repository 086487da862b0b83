/** Containers and what orchestrates, provisions and observes them; the form is that of `parseTable`. */
export const CONTAINERS = `
kubernetes "Kubernetes" server-app
  also k8s
  image registry.k8s.io/kube-apiserver registry.k8s.io/kube-proxy
  see https://kubernetes.io/releases/patch-releases/
  1.36  2026-04-22  eoas 2027-04-28  eol 2027-06-28
  1.35  2025-12-17  eoas 2026-12-28  eol 2027-02-28
  1.34  2025-08-27  eoas 2026-08-27  eol 2026-10-27
  1.33  2025-04-23  eoas 2026-04-28  eol 2026-06-28
  1.32  2024-12-11  eoas 2025-12-28  eol 2026-02-28
  1.31  2024-08-13  eoas 2025-08-28  eol 2025-11-11
  1.30  2024-04-17  eoas 2025-04-28  eol 2025-07-15  latest 1.30.14 on 2025-06-17
  1.29  2023-12-13  eoas 2024-12-28  eol 2025-02-28  latest 1.29.15 on 2025-03-11
  1.28  2023-08-15  eoas 2024-08-28  eol 2024-10-28  latest 1.28.15 on 2024-10-22
  1.27  2023-04-11  eoas 2024-04-28  eol 2024-06-28  latest 1.27.16 on 2024-07-17
  1.26  2022-12-08  eoas 2023-12-28  eol 2024-02-28  latest 1.26.15 on 2024-03-14
  1.25  2022-08-23  eoas 2023-08-27  eol 2023-10-27  latest 1.25.16 on 2023-11-15
  1.24  2022-05-03  eoas 2023-05-28  eol 2023-07-28  latest 1.24.17
  1.23  2021-12-07  eoas 2022-12-28  eol 2023-02-28  latest 1.23.17
  1.22  2021-08-04  eoas 2022-08-28  eol 2022-10-28  latest 1.22.17
  1.21  2021-04-08  eoas 2022-04-28  eol 2022-06-28  latest 1.21.14
  1.20  2020-12-08  eoas 2021-12-28  eol 2022-02-28  latest 1.20.15

docker-engine "Docker Engine" app
  image docker.io/library/docker
  see https://docs.docker.com/engine/release-notes/
  29    2025-11-10  eol no
  28    2025-02-20  eol 2026-05-13
  27    2024-06-25  eol 2025-05-03
  26.1  2024-04-22  eol 2025-02-17
  26.0  2024-03-20  eol 2024-06-08  latest 26.0.2
  25.0  2024-01-19  eol 2026-12-04
  24.0  2023-05-16  eol 2024-06-08  latest 24.0.9
  23.0  2023-02-02  eol 2025-05-19
  20.10 2020-12-09  eol 2023-12-10

containerd "containerd" app
  see https://containerd.io/releases/
  2.3   2026-04-30  lts yes  eoas 2028-04-30  eol 2028-04-30
  2.2   2025-11-05  eoas 2026-11-06  eol 2026-11-06
  2.1   2025-05-07  eoas 2026-05-05  eol 2026-07-03
  2.0   2024-11-05  lts yes  eoas 2025-11-07  eol 2027-03-01
  1.7   2023-03-10  lts yes  eoas 2025-05-05  eol 2026-09-01
  1.6   2022-02-15  lts yes  eoas 2023-09-10  eol 2025-08-23
  1.5   2021-05-03  eoas 2022-08-15  eol 2023-02-28  latest 1.5.18

etcd "etcd" database
  image quay.io/coreos/etcd gcr.io/etcd-development/etcd
  see https://etcd.io/docs/latest/op-guide/versioning/
  3.7   2026-07-08  eol no
  3.6   2025-05-15  eol no
  3.5   2021-06-15  eol 2027-07-08
  3.4   2019-08-30  eol 2026-06-01

istio "Istio" server-app
  image docker.io/istio/pilot docker.io/istio/proxyv2
  see https://istio.io/latest/docs/releases/supported-releases/
  1.30  2026-05-18  eol 2026-11-30
  1.29  2026-02-16  eol 2026-08-31
  1.28  2025-11-05  eol 2026-07-01
  1.27  2025-08-11  eol 2026-04-07
  1.26  2025-05-08  eol 2025-12-22
  1.25  2025-03-03  eol 2025-09-30
  1.24  2024-11-07  eol 2025-06-24

terraform "Hashicorp Terraform" app
  image docker.io/hashicorp/terraform
  see https://support.hashicorp.com/hc/en-us/articles/360021185113
  1.15  2026-04-29  eol no
  1.14  2025-11-19  eol no
  1.13  2025-08-20  eol 2026-04-29
  1.12  2025-05-14  eol 2025-11-19
  1.11  2025-02-27  eol 2025-08-20  latest 1.11.4
  1.10  2024-11-26  eol 2025-05-14  latest 1.10.5
  1.9   2024-06-26  eol 2025-02-27  latest 1.9.8
  1.8   2024-04-10  eol 2024-11-26  latest 1.8.5

opentofu "OpenTofu" app
  also tofu open-tofu
  image ghcr.io/opentofu/opentofu
  see https://opentofu.org/docs/intro/install/
  1.12  2026-05-14  eol 2027-02-01
  1.11  2025-12-09  eol 2026-08-19
  1.10  2025-06-24  eol no
  1.9   2025-01-09  eol 2026-05-14
  1.8   2024-07-29  eol 2025-12-09

ansible-core "Ansible-core" framework
  see https://docs.ansible.com/ansible/latest/reference_appendices/release_and_maintenance.html
  2.21  2026-05-31  eol 2027-11-30
  2.20  2025-11-03  eol 2027-05-31
  2.19  2025-07-21  eol 2026-11-30
  2.18  2024-11-04  eol 2026-05-31
  2.17  2024-05-20  eol 2025-11-30
  2.16  2023-11-06  eol 2025-07-31
  2.15  2023-05-22  eol 2024-11-30  latest 2.15.13
  2.14  2022-11-07  eol 2024-05-20  latest 2.14.18

hashicorp-vault "Hashicorp Vault" server-app
  also vault
  image docker.io/hashicorp/vault docker.io/library/vault
  see https://support.hashicorp.com/hc/en-us/articles/360021185113
  2.0   2026-04-13  eol no
  1.21  2025-10-21  eol 2026-04-13
  1.20  2025-06-23  eol 2025-10-21
  1.19  2025-03-04  lts yes  eol 2025-06-23
  1.18  2024-10-08  eol 2025-03-04
  1.17  2024-06-10  eol 2024-10-09

consul "Hashicorp Consul" server-app
  image docker.io/hashicorp/consul docker.io/library/consul
  see https://support.hashicorp.com/hc/en-us/articles/360021185113
  2.0   2026-05-24  eol no
  1.22  2025-10-27  eol no
  1.21  2025-05-06  eol no
  1.20  2024-10-14  eol 2026-05-24  latest 1.20.6

grafana "Grafana" server-app
  image docker.io/grafana/grafana
  see https://grafana.com/docs/grafana/latest/upgrade-guide/when-to-upgrade/
  13.2  2026-08-18  eoas no  eol 2027-05-18
  13.1  2026-06-23  eoas 2026-08-18  eol 2027-03-20
  13.0  2026-04-14  eoas 2026-06-22  eol 2027-01-09
  12.4  2026-02-24  eoas 2026-04-17  eol 2027-05-24
  12.3  2025-11-19  eoas 2026-02-24  eol 2026-08-19
  12.2  2025-09-23  eoas 2025-11-19  eol 2026-06-23
  12.1  2025-07-22  eoas 2025-09-23  eol 2026-04-22
  12.0  2025-05-05  eoas 2025-07-22  eol 2026-02-05

prometheus "Prometheus" server-app
  image docker.io/prom/prometheus quay.io/prometheus/prometheus
  see https://prometheus.io/docs/introduction/release-cycle/
  3.14  2026-08-17  eol 2026-09-30
  3.13  2026-07-01  lts yes  eol 2027-07-31
  3.12  2026-05-28  eol 2026-07-09
  3.11  2026-04-02  eol 2026-05-14
  3.10  2026-02-25  eol 2026-04-08
  3.9   2026-01-06  eol 2026-02-17
  3.8   2025-11-28  eol 2026-01-09
  3.7   2025-10-15  eol 2025-11-26
  3.6   2025-09-17  eol 2025-11-02
  3.5   2025-07-14  lts yes  eol 2026-07-31
  2.53  2024-06-16  lts yes  eol 2025-07-31
  2.45  2023-06-23  lts yes  eol 2024-07-31  latest 2.45.6
`;
